import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { companionsOf } from './database-files.ts'
import { placeOf } from './file-place.ts'
import { PlaceRefused, refuseDatabase } from './refuse-database.ts'

export interface PlaceFileOptions {
  /** The database that the file is made from. Like any other, it is never written over. */
  readonly database?: string | undefined
  /** Whether a file that has the name gives way; a database never does. */
  readonly replace: boolean
  /** Whether the file gets the mode of one that gave way. Else it is its owner's alone, as a new one is. */
  readonly keepMode?: boolean
}

/**
 * Puts a file under a name when it is whole: `fill` writes it, under another name in the same folder, which is gone
 * afterwards. A link goes on leading to the file.
 * @throws PlaceRefused when the name is taken; else the error of the file system, or of `fill`. What had the name is as it was
 */
export async function placeFile<T>(
  path: string,
  options: PlaceFileOptions,
  fill: (unfinished: string) => T | Promise<T>,
): Promise<T> {
  refuseTaken(path, options)
  const place = placeOf(path)
  const unfinished = `${place}.${randomUUID().slice(0, 8)}.unfinished`
  closeSync(openSync(unfinished, 'wx', 0o600))
  try {
    const result = await fill(unfinished)
    // Others have had time to put something there.
    refuseTaken(path, options)
    giveName(unfinished, place, options)
    return result
  } finally {
    for (const file of [unfinished, ...companionsOf(unfinished)]) rmSync(file, { force: true })
  }
}

function refuseTaken(path: string, { database, replace }: PlaceFileOptions): void {
  const old = statSync(path, { throwIfNoEntry: false })
  if (old && !old.isFile()) throw new PlaceRefused('no file', `${path} is not a regular file: choose another path.`)
  refuseDatabase(path, database)
  if (old && !replace) throw taken(path)
}

/** A link, unlike a new name, takes the place of nothing that came at this very moment. */
function giveName(unfinished: string, place: string, { replace, keepMode = false }: PlaceFileOptions): void {
  if (canLink(unfinished, place)) return
  const old = statSync(place, { throwIfNoEntry: false })
  if (old && !replace) throw taken(place)
  if (old && keepMode) chmodSync(unfinished, old.mode & 0o777)
  renameSync(unfinished, place)
}

/** Not where there is something already, nor on file systems that know no links. */
function canLink(file: string, place: string): boolean {
  try {
    linkSync(file, place)
    return true
  } catch {
    return false
  }
}

function taken(path: string): PlaceRefused {
  return new PlaceRefused('taken', `The file ${path} already exists: choose another.`)
}
