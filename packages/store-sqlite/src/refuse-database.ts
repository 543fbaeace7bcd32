import { existsSync, lstatSync } from 'node:fs'
import { beginsLikeDatabase, companionsOf, ownerOf } from './database-files.ts'
import { isSamePlace, placeOf } from './file-place.ts'

/** A file is not written where something is that has to stay. The message is one sentence that names it. */
export class PlaceRefused extends Error {
  override readonly name = 'PlaceRefused'
  /** `taken`: by a file that may give way, if that is asked for. Nothing else ever does. */
  readonly reason: 'taken' | 'database' | 'no file'

  constructor(reason: PlaceRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Refuses a path at which a database lies, or what belongs to one, by whatever name (FILE-1).
 * @param inUse the database that is being read, which is known when it is empty too
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

/** What shows that a place is one of a database; undefined when nothing does. */
function traceOfDatabase(place: string): string | undefined {
  if (ownerOf(place) !== undefined) return 'has the name of a database companion file'
  if (companionsOf(place).some((file) => existsSync(file))) return 'has companion files of a database next to it'
  // Only what nobody has open is opened here: an open database has files beside it.
  const isFile = lstatSync(place, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile && beginsLikeDatabase(place) ? 'is a database, or belongs to one' : undefined
}
