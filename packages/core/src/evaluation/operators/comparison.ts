import type { JsonValue } from '../../foundation/json/json-value.ts'
import { numberOf } from '../values/number-of.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/** `gt`, `gte`, `lt` and `lte`: compare a value with that of the filter. */
export const COMPARISONS = {
  gt: (value: number, bound: number) => value > bound,
  gte: (value: number, bound: number) => value >= bound,
  lt: (value: number, bound: number) => value < bound,
  lte: (value: number, bound: number) => value <= bound,
} as const

/** Compares numbers; if either side is not a number, it does not match. */
export function compares(bound: JsonValue, comparison: (value: number, bound: number) => boolean): ValueTest {
  const limit = numberOf(bound)
  if (limit === undefined) return NEVER
  return requires((value, forms) => {
    const number = forms.number(value)
    return number !== undefined && comparison(number, limit)
  })
}
