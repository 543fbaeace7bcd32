import type { ConditionSet } from '../definition/flag-filters.ts'
import type { Condition } from '../flags/compile-condition.ts'
import type { FlagFrame } from '../flags/flag-frame.ts'
import { choose } from '../flags/variants.ts'
import { positionOf } from './bucket-of.ts'
import type { VariantExplanation } from './explanation.ts'

/** Of more variants than these, the range of the chosen one is shown and no other. */
const MAX_RANGES = 20

/** Explains which variant a condition set gives; null for a flag without variants. */
export function explainVariant(
  condition: ConditionSet,
  { choice }: Condition,
  identifier: string,
  { variants }: FlagFrame,
): VariantExplanation | null {
  const { keys, names, limits, distribution } = variants
  if (keys.length === 0) return null
  const { variant: chosen } = choose(choice, identifier)
  const rangeOf = (key: string, index: number) => ({ key, from: limits[index - 1] ?? 0, to: limits[index] ?? 0 })
  const ranges = keys.length > MAX_RANGES ? [] : keys.map(rangeOf)
  if (keys.length > MAX_RANGES && chosen !== null) ranges.push(rangeOf(chosen, keys.indexOf(chosen)))
  return {
    chosen,
    isPinned: Boolean(condition.variant) && names.has(condition.variant ?? ''),
    position: positionOf(identifier, distribution),
    ranges,
  }
}
