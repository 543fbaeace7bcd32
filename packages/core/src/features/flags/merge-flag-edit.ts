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

/** Fields of a flag in stored form, by their names in inputs; unknown ones are missing. */
export interface FlagFields {
  readonly [field: string]: MaybeJson
}

/** The result of merging a field that an edit changed. */
export interface FieldMerge extends Sides<MaybeJson>, Merged<MaybeJson> {
  readonly field: string
}

/**
 * Merges an edit with changes that were made to the flag since it was read. Fields are merged separately, and filters
 * part by part (EDIT-2). `mine` contains the sent fields, merged into `base`, or into `theirs` where `base` is unknown.
 * Returns the fields that `mine` changed.
 */
export function mergeFlagEdit({ base, theirs, mine }: Sides<FlagFields>): readonly FieldMerge[] {
  return Object.keys(mine).flatMap((field) => {
    const isKnown = Object.hasOwn(base, field)
    const sides = { base: base[field], theirs: theirs[field], mine: mine[field] }
    if (saySame(isKnown ? sides.base : sides.theirs, sides.mine)) return []
    return [{ field, ...sides, ...(isKnown ? mergeField(field, sides) : mergeUnknown(field, sides)) }]
  })
}

/** Returns an overlap, because an unknown field may have been changed and must not be overwritten. */
function mergeUnknown(field: string, sides: Sides<MaybeJson>): Merged<MaybeJson> {
  return isOnlyAdded(field) ? merged(sides.mine) : overlapping(sides, field)
}

/** Sending dashboards only adds links, so concurrent additions are preserved. */
function isOnlyAdded(field: string): boolean {
  return field === 'analyticsDashboardIds'
}

function mergeField(field: string, sides: Sides<MaybeJson>): Merged<MaybeJson> {
  if (isOnlyAdded(field)) return merged(sides.mine)
  return field === 'filters' ? mergeFilters(sides) : mergeValues(sides, field)
}

function mergeFilters({ base, theirs, mine }: Sides<MaybeJson>): Merged<MaybeJson> {
  // Usually the filters were not changed concurrently. Large filters are then not compared part by part.
  if (saySame(base, theirs)) return merged(mine)
  const filters = { base, theirs, mine } as unknown as Sides<FlagFilters> // in stored form; damaged ones are handled
  return mergeFilterEdits(filters) as unknown as Merged<MaybeJson>
}
