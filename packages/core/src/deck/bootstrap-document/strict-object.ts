import * as z from 'zod'
import { unknownNameComplaint } from '../../foundation/validation/unknown-name-complaint.ts'

/** An object that has no keys but these; one that nobody knows is told what was probably meant. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownNameComplaint(issue.keys[0] ?? '', Object.keys(shape)) : undefined,
  })
}
