import * as z from 'zod'
import { unknownNameComplaint } from '../../foundation/validation/unknown-name-complaint.ts'

/** Returns the schema of an object that has only these keys. The error for an unknown key suggests a similar one. */
export function strictObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownNameComplaint(issue.keys[0] ?? '', Object.keys(shape)) : undefined,
  })
}
