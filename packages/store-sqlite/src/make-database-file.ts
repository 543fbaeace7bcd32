import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreUnavailable } from '@flagdeck/core'
import { ownerOf } from './database-files.ts'
import { placeOf } from './file-place.ts'

/**
 * Makes the file of a database, and its folder, when they are missing: for their owner alone (FILE-5). What SQLite makes
 * beside it gets the mode of the file. Returns whether the file was missing.
 * @throws StoreUnavailable when the name is that of what belongs to another database
 */
export function makeDatabaseFile(path: string): boolean {
  if (path === ':memory:') return false
  makeFolder(path)
  try {
    return makeFile(path, placeOf(path))
  } catch (error) {
    // What the file system has against it comes up again, in a sentence of ours, when the file is opened.
    if (error instanceof StoreUnavailable) throw error
    return false
  }
}

function makeFile(path: string, place: string): boolean {
  const old = statSync(place, { throwIfNoEntry: false })
  if (old && old.size > 0) return false
  if (ownerOf(place) !== undefined) {
    throw new StoreUnavailable(`${path} has the name of what belongs to another database: choose another.`)
  }
  // Never opened when it is there: closing it would take away the locks that this process holds on it.
  if (old) return false
  closeSync(openSync(place, 'wx', 0o600))
  return true
}

function makeFolder(path: string): void {
  try {
    makeMissing(dirname(path))
  } catch (error) {
    throw new StoreUnavailable(
      `The directory of the database ${path} cannot be made: make it, or choose another.`,
      error,
    )
  }
}

/** Each by itself: Node's own recursion never ends where a file system takes no folders, as below `/proc`. */
function makeMissing(folder: string): void {
  if (isFolder(folder)) return
  makeMissing(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have been quicker.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
