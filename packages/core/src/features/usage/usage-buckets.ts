import type { UsageSum } from '../../data/records/usage.ts'
import type { UsageBucket } from './flag-usage-report.ts'
import { type RangeStep, stepFinder } from './query/range-step.ts'

/** Returns the counts of each step. @param sums by start and variant */
export function usageBuckets(
  steps: readonly RangeStep[],
  sums: readonly UsageSum[],
  users: readonly (number | null)[],
): readonly UsageBucket[] {
  const stepOf = stepFinder(steps)
  const sumsOf = Map.groupBy(sums, ({ start = '' }) => stepOf(start))
  return steps.map(({ start }, index) => bucket(start, sumsOf.get(index) ?? [], users[index] ?? null))
}

function bucket(start: string, sums: readonly UsageSum[], users: number | null): UsageBucket {
  const counts = new Map<string, number>()
  for (const { variant = '', count } of sums) counts.set(variant, (counts.get(variant) ?? 0) + count)
  const variants = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    start,
    count: sums.reduce((sum, { count }) => sum + count, 0),
    errors: sums.reduce((sum, { errors }) => sum + errors, 0),
    users,
    variants: variants.map(([variant, count]) => ({ variant: variant || null, count })),
  }
}
