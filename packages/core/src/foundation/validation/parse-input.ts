import type * as z from 'zod'
import { invalidInput } from '../errors/domain-error.ts'
import { unknownFields } from './unknown-fields.ts'
import { violationsOf } from './violations-of.ts'

/**
 * Parses what a caller passed. If it is invalid, the error contains all violations. Unknown fields are refused as well
 * (EMBED-42).
 */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input, { reportInput: true })
  const unknown = unknownFields(schema, input)
  if (parsed.success && unknown.length === 0) return parsed.data
  const [first, ...rest] = [...(parsed.success ? [] : violationsOf(parsed.error)), ...unknown]
  throw first ? invalidInput([first, ...rest]) : parsed.error
}
