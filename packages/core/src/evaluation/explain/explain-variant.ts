import type { ConditionSet } from '../../flags/filters/flag-filters.ts'
import type { Condition } from '../flags/compile-condition.ts'
import type { FlagFrame } from '../flags/flag-frame.ts'
import { choose } from '../flags/variants.ts'
import { positionOf } from './bucket-of.ts'
import type { VariantExplanation } from './explanation.ts'

/** Explains which variant a condition set gives; null for a flag without variants. */
export function explainVariant(
  condition: ConditionSet,
  { choice }: Condition,
  identifier: string,
  { variants }: FlagFrame,
): VariantExplanation | null {
  const { keys, names, limits, distribution } = variants
  if (keys.length === 0) return null
  return {
    chosen: choose(choice, identifier).variant,
    isPinned: Boolean(condition.variant) && names.has(condition.variant ?? ''),
    position: positionOf(identifier, distribution),
    ranges: keys.map((key, index) => ({ key, from: limits[index - 1] ?? 0, to: limits[index] ?? 0 })),
  }
}
