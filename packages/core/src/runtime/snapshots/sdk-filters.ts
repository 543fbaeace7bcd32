import { areWellFormed, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'

/**
 * Filters as SDKs can evaluate them: numbers that are compared as text are sent as text. posthog-node cannot tell
 * 1 from 1.0 and gives up on a number, while the answer is the same either way (SNAP-11, EVAL-24). Others refuse all
 * flags for one null that they do not expect, or for a filter without a value (SNAP-14).
 */
export function sdkFilters(filters: FlagFilters): FlagFilters {
  // What is damaged goes on as it is: only whoever evaluates it can say that it fails.
  if (!areWellFormed(filters)) return filters
  const strict = filters.early_exit === null ? withoutNull(filters, ['early_exit']) : filters
  if (!filters.groups.some((group) => propertiesOf(group).some(isOursAlone))) return strict
  const groups = filters.groups.map((group) => ({
    ...group,
    properties: propertiesOf(group).map(sdkProperty),
  }))
  return { ...strict, groups }
}

/** One filter as SDKs can evaluate it. */
export function sdkProperty(property: PropertyFilter): PropertyFilter {
  if (!isOursAlone(property)) return property
  const strict = withoutNull(property, ['negation', 'operator'])
  if (lacksValue(strict)) return { ...strict, value: strict.operator ?? null }
  return hasNumber(strict) ? { ...strict, value: numbersAsText(strict.value ?? null) } : strict
}

/** Whether an SDK stumbles over a filter that is clear to us. */
function isOursAlone(property: PropertyFilter): boolean {
  return property.negation === null || property.operator === null || lacksValue(property) || hasNumber(property)
}

/** Whether there is nothing to compare with, which these operators do not. */
function lacksValue({ operator, value }: PropertyFilter): boolean {
  return (operator === 'is_set' || operator === 'is_not_set') && (value === undefined || value === null)
}

/** The part without those of these fields that are null. */
function withoutNull<T extends object>(part: T, names: readonly string[]): T {
  const told = Object.entries(part).filter(([name, value]) => value !== null || !names.includes(name))
  // Null says the same as missing in each of these fields, and their types have both.
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
