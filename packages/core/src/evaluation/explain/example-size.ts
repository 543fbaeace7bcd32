import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { patternCost } from '../operators/pattern-cost.ts'
import { textOf } from '../values/text-of.ts'

/** What a step of a pattern takes for a character, when all goes badly, in comparisons of a value. */
const STEP_SIZE = 2
/** How many characters a comparison takes in its stride. */
const SHORT_LENGTH = 100

/** How much filters that can be compiled look at when they are asked of a value. */
export function exampleSize(filters: readonly PropertyFilter[]): (value: JsonValue | undefined) => number {
  const texts = filters.reduce((sum, filter) => sum + textsOf(filter), 0)
  const steps = filters.reduce((sum, filter) => sum + stepsOf(filter), 0)
  return (value) => {
    const length = value === undefined ? 0 : textOf(value).length
    return texts * (1 + length / SHORT_LENGTH) + steps * STEP_SIZE * length
  }
}

/** How many texts a value is compared with: other lists than those of parts of a text are sets. */
function textsOf({ operator, value }: PropertyFilter): number {
  const isScanned = operator === 'icontains_multi' || operator === 'not_icontains_multi'
  return isScanned && Array.isArray(value) ? value.length : 1
}

function stepsOf({ operator, value }: PropertyFilter): number {
  const isPattern = operator === 'regex' || operator === 'not_regex'
  return isPattern ? patternCost(textOf(value ?? '')) : 0
}
