import { compareText } from '../../foundation/lists/compare-text.ts'
import type { UsageCount, UsageCountQuery, UsageDimension, UsageSum } from '../records/usage.ts'
import type { UsageCountTable } from '../tables/usage-count-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { ofProject, usageCountKey } from './usage-rows.ts'

export function memoryUsageCountTable({ state }: MemoryContext): UsageCountTable {
  const { usageCounts } = state
  return {
    async sum(projectId, query) {
      const rows = usageCounts.all(ofProject(projectId, `${query.measure}/${query.period}/`))
      return sums(rows.filter(isWanted(query)), query.by)
    },
    async add(counts) {
      for (const added of counts) {
        referenced(state.projects.get(added.projectId), `project ${added.projectId}`)
        const { count = 0, errors = 0 } = usageCounts.get(usageCountKey(added)) ?? {}
        usageCounts.put({ ...added, count: count + added.count, errors: errors + added.errors })
      }
    },
    async deleteBefore(period, start, limit) {
      const old = usageCounts.all().filter((row) => row.period === period && row.start < start)
      return old.slice(0, limit).filter((row) => usageCounts.delete(usageCountKey(row))).length
    },
  }
}

function isWanted({ from, until, flagKeys, variants, sources, sdks }: UsageCountQuery): (row: UsageCount) => boolean {
  return (row) =>
    row.start >= from &&
    row.start < until &&
    (flagKeys?.includes(row.flagKey) ?? true) &&
    (variants?.includes(row.variant) ?? true) &&
    (sources?.includes(row.source) ?? true) &&
    (sdks?.includes(row.sdk) ?? true)
}

function sums(rows: readonly UsageCount[], by: readonly UsageDimension[]): readonly UsageSum[] {
  const sumOf = new Map<string, UsageSum>()
  for (const row of rows) {
    const group = JSON.stringify(by.map((dimension) => row[dimension]))
    const sum = sumOf.get(group) ?? { ...dimensionsOf(row, by), count: 0, errors: 0 }
    sumOf.set(group, { ...sum, count: sum.count + row.count, errors: sum.errors + row.errors })
  }
  return [...sumOf.values()].sort((a, b) => compareBy(by, a, b))
}

function dimensionsOf(row: UsageCount, by: readonly UsageDimension[]): Omit<UsageSum, 'count' | 'errors'> {
  return Object.fromEntries(by.map((dimension) => [dimension, row[dimension]]))
}

function compareBy(by: readonly UsageDimension[], a: UsageSum, b: UsageSum): number {
  for (const dimension of by) {
    const order = compareText(a[dimension] ?? '', b[dimension] ?? '')
    if (order !== 0) return order
  }
  return 0
}
