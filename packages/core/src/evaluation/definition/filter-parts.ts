import { isJsonObject } from '../../foundation/json/json-value.ts'
import type { ConditionSet, FilterInput, FlagFilters, PropertyFilter, Variant } from './flag-filters.ts'

// What is stored was checked when it was written, but a row may be damaged, or older than a rule. Everything that
// reads stored filters goes through here, so that such a flag costs nothing but itself (FLAG-93).

/** The fields of filters: none when they are null or anything else that has no fields. */
export function fieldsOf(filters: FilterInput): FilterInput {
  return isJsonObject(filters) ? filters : {}
}

/** The condition sets, in order. */
export function conditionSetsOf(filters: FilterInput): readonly ConditionSet[] {
  return objectsIn<ConditionSet>(fieldsOf(filters).groups)
}

/** The filters of a condition set, in order. */
export function propertiesOf(group: ConditionSet): readonly PropertyFilter[] {
  return objectsIn<PropertyFilter>(group.properties)
}

/** The variants, in order; none for a boolean flag. */
export function variantsOf(filters: FilterInput): readonly Variant[] {
  const multivariate: unknown = fieldsOf(filters).multivariate
  return isJsonObject(multivariate) ? objectsIn<Variant>(multivariate.variants) : []
}

/** Whether filters have the shape that their type promises, as far as anybody who evaluates them relies on it. */
export function areWellFormed(filters: unknown): filters is FlagFilters {
  if (!isJsonObject(filters) || !areObjects(filters.groups)) return false
  const { multivariate = null, payloads = null } = filters
  const hasVariants = multivariate === null || (isJsonObject(multivariate) && areObjects(multivariate.variants))
  return hasVariants && (payloads === null || isJsonObject(payloads)) && filters.groups.every(hasProperties)
}

function hasProperties({ properties = null }: { readonly properties?: unknown }): boolean {
  return properties === null || areObjects(properties)
}

/** Whether this is a list of nothing but objects. */
export function areObjects(value: unknown): value is readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(value) && value.every(isJsonObject)
}

/** The objects in a list; nothing when it is no list. */
function objectsIn<T>(value: unknown): readonly T[] {
  // An object is all that anybody may rely on; each part of it is checked where it is used.
  return Array.isArray(value) ? (value.filter(isJsonObject) as unknown as readonly T[]) : []
}
