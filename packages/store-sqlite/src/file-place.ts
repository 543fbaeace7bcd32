import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'

/**
 * Returns the path without links, as the file system writes it. The file itself may be missing.
 * @throws the error of the file system if the folder does not exist
 */
export function placeOf(path: string): string {
  // Throws if links form a cycle.
  statSync(path, { throwIfNoEntry: false })
  const place = join(realFolder(dirname(path)), basename(path))
  if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place
  const link = readlinkSync(place)
  // Concatenated without normalizing: only the file system knows where `..` leads.
  return placeOf(isAbsolute(link) ? link : dirname(place) + sep + link)
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw Object.assign(new Error(`there is no directory ${folder}`, { cause: error }), error)
  }
}

/** Whether two paths lead to the same file: by name, or by links. Names that differ only in case may be the same. */
export function isSamePlace(a: string, b: string): boolean {
  if (dirname(a) === dirname(b) && basename(a).toLowerCase() === basename(b).toLowerCase()) return true
  const [one, other] = [a, b].map((place) => statSync(place, { bigint: true, throwIfNoEntry: false }))
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino
}
