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
 * Merges sent filters into stored ones. Each top-level key that was sent replaces the stored one as a whole, and the
 * others are unchanged (FLAG-21). The result is in stored form.
 */
export function mergeFilters(stored: FlagFilters, sent: FilterInput): FlagFilters {
  return normalizeFilters({ ...fieldsOf(stored), ...withoutUndefined(sent) })
}

/**
 * Returns filters in stored form: payloads as JSON text, operators by their canonical names, and the aggregation index
 * at both levels (FLAG-51, FLAG-52). Unknown keys (FLAG-41) and damaged parts (FLAG-93) are unchanged.
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

/** Returns a condition set with its own aggregation index, which defaults to that of the flag. */
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
  // The name of a cohort is added when a flag is read (FLAG-54), because a stored name could be outdated.
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

/**
 * Returns a number as text if the operator compares text. A number that has lost digits is unchanged, and is rejected
 * later (FLAG-147).
 */
export function comparedNumber(operator: Operator, value: number): JsonValue {
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value)
  return isExact && comparesWithText(operator) ? String(value) : value
}

/** Returns the index that all condition sets share, else null; without condition sets, the sent index. */
function commonAggregation(groups: readonly ConditionSet[], sent: number | null | undefined): number | null {
  const [first] = groups
  if (!first) return sent ?? null
  const index = first.aggregation_group_type_index ?? null
  return groups.every((group) => (group.aggregation_group_type_index ?? null) === index) ? index : null
}

/** Returns payloads as JSON text. Payloads that are text already are taken as JSON text. */
function normalizePayloads(payloads: { readonly [key: string]: JsonValue }): { readonly [key: string]: string } {
  // Object.fromEntries defines keys, so that a variant called `__proto__` remains a key.
  const texts = Object.entries(payloads).map(([key, payload]) => [
    key,
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  ])
  return isJsonObject(payloads) ? Object.fromEntries(texts) : payloads
}
