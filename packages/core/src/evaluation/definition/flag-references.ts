import type { JsonValue } from '../../foundation/json/json-value.ts'
import { conditionSetsOf, fieldsOf, propertiesOf } from './filter-parts.ts'
import type { FlagFilters, PropertyFilter } from './flag-filters.ts'

/** Returns every filter of a type, over all condition sets, in order. */
function propertiesOfType(filters: FlagFilters, type: PropertyFilter['type']): readonly PropertyFilter[] {
  return conditionSetsOf(filters).flatMap((group) => propertiesOf(group).filter((property) => property.type === type))
}

/** Returns the keys of the flag filters: ids of other flags as text, or any other text that a client sent. */
export function referencedFlagKeys(filters: FlagFilters): readonly string[] {
  return [...new Set(propertiesOfType(filters, 'flag').map((property) => property.key))]
}

/** Returns the ids of the flags that these filters reference. */
export function referencedFlagIds(filters: FlagFilters): readonly number[] {
  return referencedFlagKeys(filters).flatMap((key) => parseId(key) ?? [])
}

/** Whether these filters reference any cohort. */
export function refersToCohorts(filters: FlagFilters): boolean {
  return conditionSetsOf(filters).some((group) => propertiesOf(group).some(({ type }) => type === 'cohort'))
}

/**
 * Whether these filters reference the group type of this index, by their aggregation or by a property of such a group.
 */
export function namesGroupType(filters: FlagFilters, index: number): boolean {
  const groups = conditionSetsOf(filters)
  return (
    [fieldsOf(filters), ...groups].some((part) => part.aggregation_group_type_index === index) ||
    groups.some((group) => propertiesOf(group).some(({ group_type_index }) => group_type_index === index))
  )
}

/**
 * Returns the indexes of the group types by which the condition sets are rolled out, without duplicates; null means
 * users.
 */
export function aggregationsOf(filters: FlagFilters): readonly (number | null)[] {
  const { aggregation_group_type_index: common } = fieldsOf(filters)
  const own = conditionSetsOf(filters).map(({ aggregation_group_type_index: index = common }) => index ?? null)
  return [...new Set(own.length === 0 ? [common ?? null] : own)]
}

/** Returns the ids of the cohorts that these filters reference, as the client wrote them. */
export function referencedCohorts(filters: FlagFilters): readonly string[] {
  return [...new Set(propertiesOfType(filters, 'cohort').map(({ value }) => cohortText(value)))]
}

/** A list of one id prints like the id itself, but it cannot be evaluated. */
function cohortText(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? '')
}

/** Returns the ids of the cohorts that these filters reference. */
export function referencedCohortIds(filters: FlagFilters): readonly number[] {
  return referencedCohorts(filters).flatMap((id) => parseId(id) ?? [])
}

/** Returns the id for a text in the canonical form, so that two different texts never reference one flag. */
export function parseId(key: string): number | undefined {
  const id = /^[1-9]\d*$/.test(key) ? Number(key) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
