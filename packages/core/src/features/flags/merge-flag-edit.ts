import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import {
  type MaybeJson,
  type Merged,
  merged,
  mergeValues,
  overlapping,
  type Sides,
  saySame,
} from '../../foundation/json/merge-values.ts'
import { mergeFilterEdits } from '../filters/merge-filter-edits.ts'

/** Fields of a flag in stored form, by the names that inputs have for them; what is not known is missing. */
export interface FlagFields {
  readonly [field: string]: MaybeJson
}

/** What became of a field that an edit changed. */
export interface FieldMerge extends Sides<MaybeJson>, Merged<MaybeJson> {
  readonly field: string
}

/**
 * Merges an edit with what others did to the flag since it was read: every field by itself, and those of its filters
 * part by part (EDIT-2). `mine` are the fields that were sent, laid over `base`, or over `theirs` where that is not known;
 * those that it changed are answered.
 */
export function mergeFlagEdit({ base, theirs, mine }: Sides<FlagFields>): readonly FieldMerge[] {
  return Object.keys(mine).flatMap((field) => {
    const isKnown = Object.hasOwn(base, field)
    const sides = { base: base[field], theirs: theirs[field], mine: mine[field] }
    if (saySame(isKnown ? sides.base : sides.theirs, sides.mine)) return []
    return [{ field, ...sides, ...(isKnown ? mergeField(field, sides) : mergeUnknown(field, sides)) }]
  })
}

/** Nobody knows whether others changed it, so it is not written over. */
function mergeUnknown(field: string, sides: Sides<MaybeJson>): Merged<MaybeJson> {
  return isOnlyAdded(field) ? merged(sides.mine) : overlapping(sides, field)
}

/** Sending dashboards only ever adds links, so whatever was added meanwhile stays beside them. */
function isOnlyAdded(field: string): boolean {
  return field === 'analyticsDashboardIds'
}

function mergeField(field: string, sides: Sides<MaybeJson>): Merged<MaybeJson> {
  if (isOnlyAdded(field)) return merged(sides.mine)
  return field === 'filters' ? mergeFilters(sides) : mergeValues(sides, field)
}

function mergeFilters({ base, theirs, mine }: Sides<MaybeJson>): Merged<MaybeJson> {
  // Most of the time it is not the filters that others changed, and large ones need not be looked at part by part.
  if (saySame(base, theirs)) return merged(mine)
  const filters = { base, theirs, mine } as unknown as Sides<FlagFilters> // in stored form; damaged ones are looked at as such
  return mergeFilterEdits(filters) as unknown as Merged<MaybeJson>
}
