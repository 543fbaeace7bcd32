import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreUnavailable } from '@flagdeck/core'
import { ownerOf } from './database-files.ts'
import { placeOf } from './file-place.ts'

/**
 * Creates the file of a database and its folder if they are missing, accessible only to their owner (FILE-5). SQLite
 * gives the files next to it the same mode. Returns whether the file was missing.
 * @throws StoreUnavailable if the name is that of a file of another database
 */
export function makeDatabaseFile(path: string): boolean {
  if (path === ':memory:') return false
  makeFolder(path)
  try {
    return makeFile(path, placeOf(path))
  } catch (error) {
    // Errors of the file system occur again when the file is opened, and are reported there with a clear message.
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
  // An existing file is never opened: closing it would release the locks that this process holds on it.
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

/**
 * Creates the missing folders one by one. Node's recursive option never returns if a file system allows no folders, as
 * below `/proc`.
 */
function makeMissing(folder: string): void {
  if (isFolder(folder)) return
  makeMissing(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it first.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
