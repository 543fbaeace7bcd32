import { areWellFormed, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'

/**
 * Filters as SDKs can evaluate them: numbers that are compared as text are sent as text. posthog-node cannot tell
 * 1 from 1.0 and gives up on a number, while the answer is the same either way (SNAP-11, EVAL-24).
 */
export function sdkFilters(filters: FlagFilters): FlagFilters {
  // What is damaged goes on as it is: only whoever evaluates it can say that it fails.
  if (!areWellFormed(filters) || !filters.groups.some((group) => propertiesOf(group).some(hasNumber))) return filters
  const groups = filters.groups.map((group) => ({
    ...group,
    properties: propertiesOf(group).map(sdkProperty),
  }))
  return { ...filters, groups }
}

/** One filter as SDKs can evaluate it. */
export function sdkProperty(property: PropertyFilter): PropertyFilter {
  return hasNumber(property) ? { ...property, value: numbersAsText(property.value ?? null) } : property
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
