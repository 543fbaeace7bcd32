import { isJsonObject } from '../../foundation/json/json-value.ts'
import type { ConditionSet, FilterInput, FlagFilters, PropertyFilter, Variant } from './flag-filters.ts'

// Stored filters were validated on write, but a row may be damaged, or older than a rule. All code that reads stored
// filters calls these functions, so that such a flag does not affect others (FLAG-93).

/** Returns the filters as an object; empty if they are null or not an object. */
export function fieldsOf(filters: FilterInput): FilterInput {
  return isJsonObject(filters) ? filters : {}
}

/** Returns the condition sets, in order. */
export function conditionSetsOf(filters: FilterInput): readonly ConditionSet[] {
  return objectsIn<ConditionSet>(fieldsOf(filters).groups)
}

/** Returns the filters of a condition set, in order. */
export function propertiesOf(group: ConditionSet): readonly PropertyFilter[] {
  return objectsIn<PropertyFilter>(group.properties)
}

/** Returns the variants, in order; none for a boolean flag. */
export function variantsOf(filters: FilterInput): readonly Variant[] {
  const multivariate: unknown = fieldsOf(filters).multivariate
  return isJsonObject(multivariate) ? objectsIn<Variant>(multivariate.variants) : []
}

/** Whether filters have the structure of their type, as far as evaluation depends on it. */
export function areWellFormed(filters: unknown): filters is FlagFilters {
  if (!isJsonObject(filters) || !areObjects(filters.groups)) return false
  const { multivariate = null, payloads = null } = filters
  const hasVariants = multivariate === null || (isJsonObject(multivariate) && areObjects(multivariate.variants))
  return hasVariants && (payloads === null || isJsonObject(payloads)) && filters.groups.every(hasProperties)
}

function hasProperties({ properties = null }: { readonly properties?: unknown }): boolean {
  return properties === null || areObjects(properties)
}

/** Whether a value is a list that contains only objects. */
export function areObjects(value: unknown): value is readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(value) && value.every(isJsonObject)
}

/** Returns the objects in a list; empty if it is not a list. */
function objectsIn<T>(value: unknown): readonly T[] {
  // Callers can only rely on objects; each field is checked where it is used.
  return Array.isArray(value) ? (value.filter(isJsonObject) as unknown as readonly T[]) : []
}
