import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'

/**
 * Where a path leads, whether there is a file or not: without links, in the words of the file system itself.
 * @throws the error of the file system when there is no such folder
 */
export function placeOf(path: string): string {
  // Links in a ring are refused here.
  statSync(path, { throwIfNoEntry: false })
  const place = join(realFolder(dirname(path)), basename(path))
  if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place
  const link = readlinkSync(place)
  // Put together as they are: what `..` leads to is for the file system to say.
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

/** Whether two places are one: by name, or as links to one file. A name that differs by case alone may be the same. */
export function isSamePlace(a: string, b: string): boolean {
  if (dirname(a) === dirname(b) && basename(a).toLowerCase() === basename(b).toLowerCase()) return true
  const [one, other] = [a, b].map((place) => statSync(place, { bigint: true, throwIfNoEntry: false }))
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino
}
