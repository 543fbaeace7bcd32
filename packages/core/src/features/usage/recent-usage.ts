import type { Flag } from '../../data/records/flag.ts'
import type { Project } from '../../data/records/project.ts'
import type { UsageMeasure } from '../../data/records/usage.ts'
import { usageKeyOf } from '../../data/records/usage-key.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { addDays } from '../../foundation/time/calendar-day.ts'
import { localDay } from '../../foundation/time/time-zone.ts'

/** Calls of a flag, of today and the six days before in the project's time zone. */
export type RecentUsage = Readonly<Record<UsageMeasure, number>>

type Counted = Pick<Flag, 'id' | 'key' | 'usageKey'>

const DAYS = 7

/** Looks up the usage of many flags at once; answers that of a flag by its id. */
export async function recentUsage(
  tx: ReadTransaction,
  project: Project,
  flags: readonly Counted[],
  now: number,
): Promise<(flagId: number) => RecentUsage> {
  const names = new Map(flags.map((flag) => [flag.id, usageKeyOf(flag)]))
  const flagKeys = [...names.values()]
  const tomorrow = addDays(localDay(now, project.timezone), 1)
  const range = { period: 'day', from: addDays(tomorrow, -DAYS), until: tomorrow } as const
  async function countOf(measure: UsageMeasure): Promise<ReadonlyMap<string, number>> {
    if (flagKeys.length === 0) return new Map()
    const sums = await tx.usageCounts.sum(project.id, { measure, ...range, flagKeys, by: ['flagKey'] })
    return new Map(sums.map(({ flagKey = '', count }) => [flagKey, count]))
  }
  const exposures = await countOf('exposures')
  const evaluations = await countOf('evaluations')
  return (flagId) => {
    const name = names.get(flagId) ?? ''
    return { exposures: exposures.get(name) ?? 0, evaluations: evaluations.get(name) ?? 0 }
  }
}
