import type { StaticFile } from '../../rest/static-file.ts'

export type ConsoleFile = StaticFile

/** The files of the console by path below `/console/`. The page is `index.html`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>
