import type { UsageCountQuery } from '../../../data/records/usage.ts'
import type { Dimension, UsageCondition } from './trends-query.ts'

/** Selects usage with one of the values, for each dimension that has values. */
export type UsageFilter = Pick<UsageCountQuery, 'flagKeys' | 'variants' | 'sdks' | 'sources'>

const FIELDS = { flagKey: 'flagKeys', variant: 'variants', sdk: 'sdks', source: 'sources' } as const

/** Returns the filter that combines all conditions. */
export function usageFilter(conditions: readonly UsageCondition[]): UsageFilter {
  const allowed = new Map<string, readonly string[]>()
  for (const { dimension, values } of conditions) {
    const before = allowed.get(FIELDS[dimension])
    const distinct = [...new Set<string>(values)].sort()
    allowed.set(FIELDS[dimension], before ? before.filter((value) => distinct.includes(value)) : distinct)
  }
  // The field of sources has only values of conditions on sources.
  return Object.fromEntries(allowed) as UsageFilter
}

/** Returns the filter with only these values of one dimension, which must be among its values. */
export function withValues(filter: UsageFilter, dimension: Dimension, values: readonly string[]): UsageFilter {
  return { ...filter, [FIELDS[dimension]]: values }
}

/** Whether no usage can match, because two conditions exclude each other. */
export function isImpossible(filter: UsageFilter): boolean {
  return Object.values(filter).some((values) => values.length === 0)
}
