import type { JsonValue } from '../../foundation/json/json-value.ts'
import { numberOf } from '../values/number-of.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/** `gt`, `gte`, `lt` and `lte`, as the comparison of a value with the filter's. */
export const COMPARISONS = {
  gt: (value: number, bound: number) => value > bound,
  gte: (value: number, bound: number) => value >= bound,
  lt: (value: number, bound: number) => value < bound,
  lte: (value: number, bound: number) => value <= bound,
} as const

/** Compares numbers; what is no number, on either side, does not match. */
export function compares(bound: JsonValue, comparison: (value: number, bound: number) => boolean): ValueTest {
  const limit = numberOf(bound)
  if (limit === undefined) return NEVER
  return requires((value, forms) => {
    const number = forms.number(value)
    return number !== undefined && comparison(number, limit)
  })
}
