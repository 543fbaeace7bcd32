import { existsSync, lstatSync } from 'node:fs'
import { beginsLikeDatabase, companionsOf, ownerOf } from './database-files.ts'
import { isSamePlace, placeOf } from './file-place.ts'

/** The path belongs to a file that must not be overwritten. The message is one sentence that names it. */
export class PlaceRefused extends Error {
  override readonly name = 'PlaceRefused'
  /** `taken`: an existing file that may be replaced on request. In the other cases, nothing is ever replaced. */
  readonly reason: 'taken' | 'database' | 'no file'

  constructor(reason: PlaceRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Refuses the path of a database or of its files, under any of their names (FILE-1).
 * @param inUse the database that is being read; it is recognised even if it is empty
 */
export function refuseDatabase(path: string, inUse?: string): void {
  const place = placeOf(path)
  const reason = (inUse !== undefined && partOf(inUse, place)) || traceOfDatabase(place)
  if (reason) throw new PlaceRefused('database', `${path} ${reason}: choose another file.`)
}

function partOf(path: string, place: string): string | undefined {
  if (!existsSync(path)) return undefined
  const database = placeOf(path)
  if (isSamePlace(place, database)) return 'is the database itself'
  return companionsOf(database).some((file) => isSamePlace(place, file)) ? 'belongs to the database' : undefined
}

/** Returns the sign that a file belongs to a database; undefined if there is none. */
function traceOfDatabase(place: string): string | undefined {
  if (ownerOf(place) !== undefined) return 'has the name of a database companion file'
  if (companionsOf(place).some((file) => existsSync(file))) return 'has companion files of a database next to it'
  // Opens the file only if no process uses it: an open database has files next to it.
  const isFile = lstatSync(place, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile && beginsLikeDatabase(place) ? 'is a database, or belongs to one' : undefined
}
