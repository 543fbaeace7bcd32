import { compareText } from '../../../foundation/lists/compare-text.ts'
import { OTHER_NAME } from '../../../runtime/usage/recording/variant-names.ts'
import type { Breakdown } from './trends-query.ts'

/** The names for a missing value, and for the values beyond the limit. Existing clients recognize them (INSIGHT-24). */
const NULL_VALUE = '$$_posthog_breakdown_null_$$'
export const OTHER_VALUE = '$$_posthog_breakdown_other_$$'

/** The values of a breakdown to show, and their order (INSIGHT-23, INSIGHT-24). */
export interface ShownValues {
  /** The values in order; {@link NULL_VALUE} and {@link OTHER_VALUE} are last. */
  readonly order: readonly string[]
  /** Returns the shown value that includes a stored value. */
  placeOf(stored: string): string
}

/** Selects the values to show. @param totals the total of each stored value */
export function shownValues(totals: ReadonlyMap<string, number>, breakdown: Breakdown): ShownValues {
  const isNamed = (stored: string) => stored !== '' && !(breakdown.dimension === 'variant' && stored === OTHER_NAME)
  const named = [...totals.keys()].filter(isNamed).sort(largestFirst(totals))
  const shown = named.slice(0, breakdown.limit)
  const isShown = new Set(shown)

  function placeOf(stored: string): string {
    if (stored === '') return NULL_VALUE
    return isShown.has(stored) ? stored : OTHER_VALUE
  }

  const used = new Set([...totals.keys()].map(placeOf))
  const last = breakdown.hideOther ? [NULL_VALUE] : [NULL_VALUE, OTHER_VALUE]
  return { order: [...shown, ...last.filter((value) => used.has(value))], placeOf }
}

function largestFirst(totals: ReadonlyMap<string, number>) {
  return (a: string, b: string) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0) || compareText(a, b)
}
