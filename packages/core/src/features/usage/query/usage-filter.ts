import type { UsageCountQuery } from '../../../data/records/usage.ts'
import type { Dimension, UsageCondition } from './trends-query.ts'

/** Which usage counts: that with one of the values, for each dimension that has some. */
export type UsageFilter = Pick<UsageCountQuery, 'flagKeys' | 'variants' | 'sdks' | 'sources'>

const FIELDS = { flagKey: 'flagKeys', variant: 'variants', sdk: 'sdks', source: 'sources' } as const

/** What all conditions let through. */
export function usageFilter(conditions: readonly UsageCondition[]): UsageFilter {
  const allowed = new Map<string, readonly string[]>()
  for (const { dimension, values } of conditions) {
    const before = allowed.get(FIELDS[dimension])
    const distinct = [...new Set<string>(values)].sort()
    allowed.set(FIELDS[dimension], before ? before.filter((value) => distinct.includes(value)) : distinct)
  }
  // The field of sources has values of conditions on sources alone, which are sources.
  return Object.fromEntries(allowed) as UsageFilter
}

/** The same, with nothing but these values of one dimension. They are among those that it lets through. */
export function withValues(filter: UsageFilter, dimension: Dimension, values: readonly string[]): UsageFilter {
  return { ...filter, [FIELDS[dimension]]: values }
}

/** Whether no usage can pass, because two conditions exclude each other. */
export function isImpossible(filter: UsageFilter): boolean {
  return Object.values(filter).some((values) => values.length === 0)
}
