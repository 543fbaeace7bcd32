import type * as z from 'zod'
import { invalidInput } from '../errors/domain-error.ts'
import { unknownFields } from './unknown-fields.ts'
import { violationsOf } from './violations-of.ts'

/**
 * Parses what a caller passed, refusing it with everything that is wrong at once. A field that the schema does not have is
 * refused, too (EMBED-42).
 */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input, { reportInput: true })
  const unknown = unknownFields(schema, input)
  if (parsed.success && unknown.length === 0) return parsed.data
  const [first, ...rest] = [...(parsed.success ? [] : violationsOf(parsed.error)), ...unknown]
  throw first ? invalidInput([first, ...rest]) : parsed.error
}
