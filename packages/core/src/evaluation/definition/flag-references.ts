import type { JsonValue } from '../../foundation/json/json-value.ts'
import { conditionSetsOf, fieldsOf, propertiesOf } from './filter-parts.ts'
import type { FlagFilters, PropertyFilter } from './flag-filters.ts'

/** Every filter of a kind, over all condition sets, in order. */
function propertiesOfType(filters: FlagFilters, type: PropertyFilter['type']): readonly PropertyFilter[] {
  return conditionSetsOf(filters).flatMap((group) => propertiesOf(group).filter((property) => property.type === type))
}

/** Keys of the flag filters: ids of other flags as text, or whatever else a client sent there. */
export function referencedFlagKeys(filters: FlagFilters): readonly string[] {
  return [...new Set(propertiesOfType(filters, 'flag').map((property) => property.key))]
}

/** Ids of the flags that these filters look at. */
export function referencedFlagIds(filters: FlagFilters): readonly number[] {
  return referencedFlagKeys(filters).flatMap((key) => parseId(key) ?? [])
}

/** Whether these filters look at any cohort at all. */
export function refersToCohorts(filters: FlagFilters): boolean {
  return conditionSetsOf(filters).some((group) => propertiesOf(group).some(({ type }) => type === 'cohort'))
}

/** Whether these filters name the group type of this index: what they are about, or a property of such a group. */
export function namesGroupType(filters: FlagFilters, index: number): boolean {
  const groups = conditionSetsOf(filters)
  return (
    [fieldsOf(filters), ...groups].some((part) => part.aggregation_group_type_index === index) ||
    groups.some((group) => propertiesOf(group).some(({ group_type_index }) => group_type_index === index))
  )
}

/** Indexes of the group types that the condition sets are rolled out by, each once; null stands for users. */
export function aggregationsOf(filters: FlagFilters): readonly (number | null)[] {
  const { aggregation_group_type_index: common } = fieldsOf(filters)
  const own = conditionSetsOf(filters).map(({ aggregation_group_type_index: index = common }) => index ?? null)
  return [...new Set(own.length === 0 ? [common ?? null] : own)]
}

/** Ids of the cohorts that these filters look at, as the client wrote them. */
export function referencedCohorts(filters: FlagFilters): readonly string[] {
  return [...new Set(propertiesOfType(filters, 'cohort').map(({ value }) => cohortText(value)))]
}

/** A list of one id prints like the id itself, but nobody could evaluate it. */
function cohortText(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? '')
}

/** Ids of the cohorts that these filters look at. */
export function referencedCohortIds(filters: FlagFilters): readonly number[] {
  return referencedCohorts(filters).flatMap((id) => parseId(id) ?? [])
}

/** The id that text is; written as ids are, so that two texts never mean one flag. */
export function parseId(key: string): number | undefined {
  const id = /^[1-9]\d*$/.test(key) ? Number(key) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}
