import { areWellFormed, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'

/**
 * Returns filters in the form that SDKs can evaluate. Numbers that are compared as text become text: posthog-node
 * cannot distinguish 1 from 1.0 and gives up on a number, and the result is the same either way (SNAP-11, EVAL-24).
 * Other SDKs refuse all flags for one unexpected null, or for a filter without a value (SNAP-14).
 */
export function sdkFilters(filters: FlagFilters): FlagFilters {
  // Damaged filters stay unchanged: only evaluation can report that they fail.
  if (!areWellFormed(filters)) return filters
  const strict = filters.early_exit === null ? withoutNull(filters, ['early_exit']) : filters
  if (!filters.groups.some((group) => propertiesOf(group).some(isOursAlone))) return strict
  const groups = filters.groups.map((group) => ({
    ...group,
    properties: propertiesOf(group).map(sdkProperty),
  }))
  return { ...strict, groups }
}

/** Returns one filter in the form that SDKs can evaluate. */
export function sdkProperty(property: PropertyFilter): PropertyFilter {
  if (!isOursAlone(property)) return property
  const strict = withoutNull(property, ['negation', 'operator'])
  if (lacksValue(strict)) return { ...strict, value: strict.operator ?? null }
  return hasNumber(strict) ? { ...strict, value: numbersAsText(strict.value ?? null) } : strict
}

/** Whether some SDKs cannot evaluate a filter that this service can evaluate. */
function isOursAlone(property: PropertyFilter): boolean {
  return property.negation === null || property.operator === null || lacksValue(property) || hasNumber(property)
}

/** Whether a filter lacks a value, which these operators do not need. */
function lacksValue({ operator, value }: PropertyFilter): boolean {
  return (operator === 'is_set' || operator === 'is_not_set') && (value === undefined || value === null)
}

/** Returns the part without those of the named fields that are null. */
function withoutNull<T extends object>(part: T, names: readonly string[]): T {
  const told = Object.entries(part).filter(([name, value]) => value !== null || !names.includes(name))
  // In each of these fields null means the same as missing, and their types allow both.
  return Object.fromEntries(told) as T
}

function hasNumber({ type, operator, value }: PropertyFilter): boolean {
  const comparesText = operator === undefined || operator === null || operator === 'exact' || operator === 'is_not'
  if (!comparesText || type === 'cohort' || type === 'flag') return false
  return typeof value === 'number' || (Array.isArray(value) && value.some((item) => typeof item === 'number'))
}

function numbersAsText(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'number' ? String(item) : item))
  return typeof value === 'number' ? String(value) : value
}
