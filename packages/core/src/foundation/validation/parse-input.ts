import type * as z from 'zod'
import { invalidInput } from '../errors/domain-error.ts'
import { violationsOf } from './violations-of.ts'

/** Parses what a client sent, refusing it with everything that is wrong at once. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  const [first, ...rest] = violationsOf(parsed.error)
  throw first ? invalidInput([first, ...rest]) : parsed.error
}
