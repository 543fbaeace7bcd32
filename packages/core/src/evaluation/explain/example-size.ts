import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { patternCost } from '../operators/pattern-cost.ts'
import { textOf } from '../values/text-of.ts'

/** The worst-case cost of a step of a pattern per character, in comparisons of a value. */
const STEP_SIZE = 2
/** The number of characters that a comparison includes at no cost. */
const SHORT_LENGTH = 100

/** Returns a function that computes the cost of testing a value with filters that can be compiled. */
export function exampleSize(filters: readonly PropertyFilter[]): (value: JsonValue | undefined) => number {
  const texts = filters.reduce((sum, filter) => sum + textsOf(filter), 0)
  const steps = filters.reduce((sum, filter) => sum + stepsOf(filter), 0)
  return (value) => {
    const length = value === undefined ? 0 : textOf(value).length
    return texts * (1 + length / SHORT_LENGTH) + steps * STEP_SIZE * length
  }
}

/** Returns the number of texts with which a value is compared: lists are sets, except for those of parts of a text. */
function textsOf({ operator, value }: PropertyFilter): number {
  const isScanned = operator === 'icontains_multi' || operator === 'not_icontains_multi'
  return isScanned && Array.isArray(value) ? value.length : 1
}

function stepsOf({ operator, value }: PropertyFilter): number {
  const isPattern = operator === 'regex' || operator === 'not_regex'
  return isPattern ? patternCost(textOf(value ?? '')) : 0
}
