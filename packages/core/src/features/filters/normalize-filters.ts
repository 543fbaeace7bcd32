import { areObjects, conditionSetsOf, fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type {
  ConditionSet,
  FilterInput,
  FlagFilters,
  PropertyFilter,
} from '../../evaluation/definition/flag-filters.ts'
import { canonicalOperator, type Operator } from '../../evaluation/definition/operator.ts'
import { isJsonObject, type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import { comparesWithText } from './property-rules.ts'

/**
 * Lays what a client sent over what is stored: each top-level key that was sent replaces the stored one whole,
 * the others stay (FLAG-21). Both halves come out in their stored form.
 */
export function mergeFilters(stored: FlagFilters, sent: FilterInput): FlagFilters {
  return normalizeFilters({ ...fieldsOf(stored), ...withoutUndefined(sent) })
}

/**
 * The stored form of filters: payloads as JSON text, operators by their own names, the aggregation index at both levels
 * (FLAG-51, FLAG-52). Keys that are not known stay as they are (FLAG-41), and so does what is damaged (FLAG-93).
 */
export function normalizeFilters(input: FilterInput): FlagFilters {
  const { payloads, ...others } = withoutUndefined(fieldsOf(input))
  const { groups = [], aggregation_group_type_index: index } = others
  const normalized = areObjects(groups) ? groups.map((group) => normalizeGroup(group, index)) : groups
  return {
    ...others,
    ...(payloads ? { payloads: normalizePayloads(payloads) } : {}),
    groups: normalized,
    aggregation_group_type_index: commonAggregation(conditionSetsOf({ groups: normalized }), index),
  }
}

/** A condition set says itself whom it is about; one that did not takes what the flag said. */
function normalizeGroup(group: ConditionSet, flagLevel: number | null | undefined): ConditionSet {
  const { aggregation_group_type_index: index = flagLevel, properties, ...others } = withoutUndefined(group)
  const filters = properties ?? []
  return {
    properties: areObjects(filters) ? filters.map(normalizeProperty) : filters,
    ...others,
    aggregation_group_type_index: index ?? null,
  }
}

function normalizeProperty(property: PropertyFilter): PropertyFilter {
  // A cohort's name is laid in when a flag is read (FLAG-54); stored, it would be that of another day.
  const { cohort_name: _, ...others } = withoutUndefined(property)
  const key: unknown = others.key
  const operator = others.operator ? canonicalOperator(others.operator) : undefined
  return {
    ...others,
    ...(typeof key === 'number' ? { key: String(key) } : {}),
    ...(operator ? { operator } : {}),
    ...(operator && typeof others.value === 'number' ? { value: comparedNumber(operator, others.value) } : {}),
  }
}

/** A number as the text that the operator compares with. One that lost digits on its way stays, and is refused (FLAG-147). */
export function comparedNumber(operator: Operator, value: number): JsonValue {
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value)
  return isExact && comparesWithText(operator) ? String(value) : value
}

/** The index that all condition sets share, else null; without condition sets, what was sent. */
function commonAggregation(groups: readonly ConditionSet[], sent: number | null | undefined): number | null {
  const [first] = groups
  if (!first) return sent ?? null
  const index = first.aggregation_group_type_index ?? null
  return groups.every((group) => (group.aggregation_group_type_index ?? null) === index) ? index : null
}

/** Payloads are stored as JSON text; what is text already is taken for that. */
function normalizePayloads(payloads: { readonly [key: string]: JsonValue }): { readonly [key: string]: string } {
  // Object.fromEntries defines keys, so that a variant called `__proto__` stays a key.
  const texts = Object.entries(payloads).map(([key, payload]) => [
    key,
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  ])
  return isJsonObject(payloads) ? Object.fromEntries(texts) : payloads
}
