import type { Flag } from '../../data/records/flag.ts'
import type { FlagIndex } from '../../data/records/flag-query.ts'
import { flagStructureBytes } from '../../data/records/live-totals.ts'
import { conditionSetsOf, propertiesOf, variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { ConditionSet, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { variantKeys } from '../filters/cross-field-rules.ts'

/** Returns the values by which lists filter flags. They are computed with every write. */
export function flagIndex(
  flag: Pick<Flag, 'key' | 'name' | 'owner' | 'filters' | 'rollbackConditions' | 'payloadSchema' | 'earlyAccess'>,
): FlagIndex {
  return {
    searchText: searchText(flag),
    keyLower: flag.key.toLowerCase(),
    ownerLower: flag.owner.toLowerCase(),
    isMultivariate: isMultivariate(flag.filters),
    isFullyRolledOut: isFullyRolledOut(flag.filters),
    structureBytes: flagStructureBytes(flag),
  }
}

/**
 * Returns the key and the name in lower case, unchanged and with every run of separators as one space. A search text
 * with spaces finds `new-check_out`, while one with a hyphen finds only a hyphen (FLAG-33).
 */
function searchText({ key, name }: Pick<Flag, 'key' | 'name'>): string {
  const texts = [key, name]
  return [...texts, ...texts.map(spaced)].join('\n').toLowerCase()
}

/** Returns the text to search for in {@link FlagIndex.searchText}; undefined for a blank search. */
export function flagNeedle(search: string): string | undefined {
  const trimmed = search.trim()
  if (trimmed === '') return undefined
  return (/\s/.test(trimmed) ? spaced(trimmed) : trimmed).toLowerCase()
}

function spaced(text: string): string {
  return text.replace(/[\s_-]+/g, ' ')
}

export function isMultivariate(filters: FlagFilters): boolean {
  return variantKeys(filters).length > 0
}

/** Whether all users are certain to get the same result (FLAG-82): without conditions, it is `false`. */
export function isFullyRolledOut(filters: FlagFilters): boolean {
  if (conditionSetsOf(filters).length === 0) return true
  const open = openConditions(filters)
  if (!isMultivariate(filters)) return open.length > 0
  const variants = variantsOf(filters)
  const decided =
    variants.some((variant) => variant.rollout_percentage === 100) || open.some((group) => !!group.variant)
  return open.length > 0 && decided
}

/** Returns the condition sets that include all users. */
export function openConditions(filters: FlagFilters): readonly ConditionSet[] {
  return conditionSetsOf(filters).filter(
    (group) => group.rollout_percentage === 100 && propertiesOf(group).length === 0,
  )
}
