import { z } from 'zod'
import { closestName } from '../../foundation/validation/closest-name.ts'

/** An object that has no keys but these; one that nobody knows is told what was probably meant. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownKeyComplaint(issue.keys[0] ?? '', Object.keys(shape)) : undefined,
  })
}

/** What is wrong with a key that nobody knows, to follow its path. */
export function unknownKeyComplaint(key: string, known: readonly string[]): string {
  const closest = closestName(key, known)
  return closest === undefined ? 'is not known' : `is not known (did you mean ${closest}?)`
}
