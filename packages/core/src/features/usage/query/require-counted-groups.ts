import { fieldsOf } from '../../../evaluation/definition/filter-parts.ts'
import { UnsupportedQuery } from './query-part.ts'
import type { TrendsQuery } from './trends-query.ts'
import { usageFilter } from './usage-filter.ts'
import type { UsageReads } from './usage-reads.ts'

/**
 * Rejects queries for groups that are not counted: groups of a type are counted for flags that are rolled out by it
 * (INSIGHT-29).
 */
export async function requireCountedGroups(reads: UsageReads, { series, conditions }: TrendsQuery): Promise<void> {
  for (const [order, { groupTypeIndex, conditions: own }] of series.entries()) {
    if (groupTypeIndex === null) continue
    const { flagKeys = [] } = usageFilter([...conditions, ...own])
    const [key, ...others] = flagKeys
    if (key === undefined || others.length > 0) throw uncounted(order, 'select one flag for this group type.')
    const flag = await reads.findLiveFlag(key)
    if (flag && fieldsOf(flag.filters).aggregation_group_type_index !== groupTypeIndex) {
      throw uncounted(order, `the flag ${key} is not for this group type.`)
    }
  }
}

function uncounted(order: number, why: string): UnsupportedQuery {
  return new UnsupportedQuery(
    `"series[${order}].math" is "unique_group": groups are counted only for flags of their group type; ${why}`,
  )
}
