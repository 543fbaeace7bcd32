import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { companionsOf } from './database-files.ts'
import { placeOf } from './file-place.ts'
import { PlaceRefused, refuseDatabase } from './refuse-database.ts'

export interface PlaceFileOptions {
  /** The database from which the file is created. It is never overwritten, like any other database. */
  readonly database?: string | undefined
  /** Whether an existing file of this name is replaced; a database never is. */
  readonly replace: boolean
  /**
   * Whether the file gets the mode of a replaced one. Otherwise it is accessible only to its owner, like a new file.
   */
  readonly keepMode?: boolean
}

/**
 * Gives a file its name when it is complete. `fill` writes it under a temporary name in the same folder, which is
 * removed afterwards. A link at `path` still leads to the file.
 * @throws PlaceRefused if the name is taken; otherwise errors of the file system, or of `fill`. After an error, an
 *   existing file is unchanged
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
    // Another process may have created a file since.
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

/** Prefers a hard link to a rename, because a link never replaces a file that was created concurrently. */
function giveName(unfinished: string, place: string, { replace, keepMode = false }: PlaceFileOptions): void {
  if (canLink(unfinished, place)) return
  const old = statSync(place, { throwIfNoEntry: false })
  if (old && !replace) throw taken(place)
  if (old && keepMode) chmodSync(unfinished, old.mode & 0o777)
  renameSync(unfinished, place)
}

/** Returns false if the file exists, or if the file system supports no links. */
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
