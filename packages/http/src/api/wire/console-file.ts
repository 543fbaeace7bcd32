import type { StaticFile } from '../../rest/static-file.ts'

/** A file of the console. */
export type ConsoleFile = StaticFile

/** The files of the console by path below `/console/`. The page is `index.html`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>
