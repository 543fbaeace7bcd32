import { clip } from './clip.ts'
import { closestName } from './closest-name.ts'

/** Returns the problem of an unknown name, phrased to follow its path. */
export function unknownNameComplaint(name: string, known: readonly string[]): string {
  const closest = closestName(clip(name), known)
  return closest === undefined ? 'is unknown' : `is unknown (did you mean ${closest}?)`
}
