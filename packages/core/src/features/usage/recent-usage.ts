import type { Flag } from '../../data/records/flag.ts'
import type { Project } from '../../data/records/project.ts'
import type { UsageMeasure } from '../../data/records/usage.ts'
import { usageKeyOf } from '../../data/records/usage-key.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { addDays, type Day } from '../../foundation/time/calendar-day.ts'
import { localDay } from '../../foundation/time/time-zone.ts'

/** Calls of a flag today and on the six previous days, in the project's time zone. */
export interface RecentUsage extends Readonly<Record<UsageMeasure, number>> {
  /** A number for each of these days; the last one is today's. */
  readonly byDay: Readonly<Record<UsageMeasure, readonly number[]>>
}

type Counted = Pick<Flag, 'id' | 'key' | 'usageKey'>

const DAYS = 7

/** Reads the usage of many flags together, and returns a function that returns the usage of a flag by its id. */
export async function recentUsage(
  tx: ReadTransaction,
  project: Project,
  flags: readonly Counted[],
  now: number,
): Promise<(flagId: number) => RecentUsage> {
  const names = new Map(flags.map((flag) => [flag.id, usageKeyOf(flag)]))
  const flagKeys = [...names.values()]
  const today = localDay(now, project.timezone)
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index - DAYS + 1))
  const range = { period: 'day', from: days[0] ?? today, until: addDays(today, 1) } as const
  async function countsOf(measure: UsageMeasure): Promise<(name: string) => readonly number[]> {
    if (flagKeys.length === 0) return () => []
    const sums = await tx.usageCounts.sum(project.id, { measure, ...range, flagKeys, by: ['flagKey', 'start'] })
    const byName = Map.groupBy(sums, ({ flagKey = '' }) => flagKey)
    return (name) => onDays(days, byName.get(name) ?? [])
  }
  const exposures = await countsOf('exposures')
  const evaluations = await countsOf('evaluations')
  return (flagId) => {
    const name = names.get(flagId) ?? ''
    const byDay = { exposures: exposures(name), evaluations: evaluations(name) }
    return { exposures: sumOf(byDay.exposures), evaluations: sumOf(byDay.evaluations), byDay }
  }
}

interface DaySum {
  readonly start?: string
  readonly count: number
}

function onDays(days: readonly Day[], sums: readonly DaySum[]): readonly number[] {
  const counts = new Map(sums.map(({ start, count }) => [start, count]))
  return days.map((day) => counts.get(day) ?? 0)
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
