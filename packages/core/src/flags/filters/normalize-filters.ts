import type { JsonValue } from '../../json/json-value.ts'
import { withoutUndefined } from '../../json/without-undefined.ts'
import { conditionSetsOf, fieldsOf, propertiesOf } from './filter-parts.ts'
import type { FilterInput } from './filter-structure.ts'
import type { ConditionSet, FlagFilters, PropertyFilter } from './flag-filters.ts'

/**
 * Lays what a client sent over what is stored: each top-level key that was sent replaces the stored one whole,
 * the others stay (FLAG-21). Both halves come out in their stored form.
 */
export function mergeFilters(stored: FlagFilters, sent: FilterInput): FlagFilters {
  return normalizeFilters({ ...fieldsOf(stored), ...withoutUndefined(sent) })
}

/** The stored form of filters: payloads as JSON text, the aggregation index at both levels (flags-api.md 2.4). */
export function normalizeFilters(input: FilterInput): FlagFilters {
  const fields = fieldsOf(input)
  const { payloads, ...rest } = withoutUndefined(fields)
  const groups = conditionSetsOf(fields).map((group) => normalizeGroup(group, fields.aggregation_group_type_index))
  return {
    ...rest,
    groups,
    ...(payloads ? { payloads: normalizePayloads(payloads) } : {}),
    aggregation_group_type_index: commonAggregation(groups, fields.aggregation_group_type_index),
  }
}

/** A condition set says itself whom it is about; one that did not takes what the flag said. */
function normalizeGroup(group: ConditionSet, flagLevel: number | null | undefined): ConditionSet {
  const { properties: _, aggregation_group_type_index: own, ...rest } = withoutUndefined(group)
  return {
    properties: propertiesOf(group).map(normalizeProperty),
    ...rest,
    aggregation_group_type_index: own === undefined ? (flagLevel ?? null) : own,
  }
}

/** A cohort's name is laid in when a flag is read (FLAG-54); stored, it would be that of another day. */
function normalizeProperty(property: PropertyFilter): PropertyFilter {
  const { cohort_name: _, ...rest } = withoutUndefined(property)
  return rest
}

/** The index that all condition sets share, else null; without condition sets, what was sent. */
function commonAggregation(groups: readonly ConditionSet[], sent: number | null | undefined): number | null {
  const [first] = groups
  if (!first) return sent ?? null
  const index = first.aggregation_group_type_index ?? null
  return groups.every((group) => (group.aggregation_group_type_index ?? null) === index) ? index : null
}

/** Payloads are stored as JSON text; other JSON is written out, and null means there is none. */
function normalizePayloads(payloads: { readonly [key: string]: JsonValue }): { readonly [key: string]: string } {
  const entries = Object.entries(payloads).filter(([, payload]) => payload !== null)
  // Object.fromEntries defines keys, so that a variant called `__proto__` stays a key.
  return Object.fromEntries(
    entries.map(([key, payload]) => [key, typeof payload === 'string' ? payload : JSON.stringify(payload)]),
  )
}
