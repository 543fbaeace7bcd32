import type { JsonValue } from '../../foundation/json/json-value.ts'
import { numberOf } from '../values/number-of.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/** `between`: a number within `[min, max]`, both inclusive. */
export function between(bounds: JsonValue): ValueTest {
  const range = rangeOf(bounds)
  if (!range) return NEVER
  return requires((value, forms) => {
    const number = forms.number(value)
    return number !== undefined && number >= range.min && number <= range.max
  })
}

/** `not_between`: not a number, or one outside `[min, max]`; only NaN is neither inside nor outside. */
export function notBetween(bounds: JsonValue): ValueTest {
  const range = rangeOf(bounds)
  if (!range) return NEVER
  const accepts: ValueTest['accepts'] = (value, forms) => {
    const number = forms.number(value)
    return number === undefined || number < range.min || number > range.max
  }
  return { whenMissing: true, accepts }
}

function rangeOf(bounds: JsonValue): { min: number; max: number } | undefined {
  if (!Array.isArray(bounds) || bounds.length !== 2) return undefined
  const [min = Number.NaN, max = Number.NaN] = bounds.map(numberOf)
  return Number.isNaN(min) || Number.isNaN(max) ? undefined : { min, max }
}
