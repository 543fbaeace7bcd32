import { USAGE_MEASURES } from '../../../data/records/usage.ts'
import { addDays } from '../../../foundation/time/calendar-day.ts'
import { DAY_MS } from '../../../foundation/time/durations.ts'
import { startOfDay } from '../../../foundation/time/time-zone.ts'
import { epochMsOf, type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { derivedUuid } from '../../../runtime/derived-uuid.ts'
import { retentionStarts } from '../../../runtime/usage/usage-retention.ts'
import type { UsageClock } from '../../usage/query/kept-usage.ts'
import { endOfCountedDays, firstKeptDay } from '../../usage/query/since-anything.ts'
import { FLAG_CALLED } from '../../usage/query/trends-query.ts'
import { UsageReads } from '../../usage/query/usage-reads.ts'
import { type NameFilter, nameMatcher } from './name-filter.ts'

/** The time after which PostHog calls an event stale. */
const STALE_MS = 30 * DAY_MS

/** An event that queries can count. */
export interface EventDefinition {
  /** A UUID that is derived from the project and the name. */
  readonly id: string
  readonly name: string
  /** The start of the first day with a counted call, as far as days are stored. */
  readonly createdAt: Timestamp
  /** The start of the last hour with a counted call, or of the day where hours are no longer stored. */
  readonly lastSeenAt: Timestamp
}

/** Which events to list. */
export interface EventDefinitionFilter extends NameFilter {
  /** `event_posthog`: names that start with `$`; `event_custom`: all others. */
  readonly eventType?: 'event' | 'event_custom' | 'event_posthog' | undefined
  /** Excludes events that were not seen for 30 days. */
  readonly excludeStale?: boolean | undefined
}

/** Lists the events that the project has counted (USAGE-77): at most one, because only flag calls are counted. */
export async function listEventDefinitions(
  ctx: ProjectContext,
  { eventType = 'event', excludeStale = false, ...names }: EventDefinitionFilter,
): Promise<readonly EventDefinition[]> {
  authorize(ctx.actor, 'insight:read')
  const matches = nameMatcher(names)
  if (eventType === 'event_custom' || !matches(FLAG_CALLED)) return []
  const now = ctx.clock()
  const clock = { now, zone: ctx.project.timezone, keptSince: retentionStarts(ctx.usageRetention, now) }
  const seen = await ctx.store.read((tx) => readSeenTimes(new UsageReads(tx, ctx.project.id), clock))
  if (!seen || (excludeStale && epochMsOf(seen.lastSeenAt) < now - STALE_MS)) return []
  return [{ id: derivedUuid('event', ctx.project.id, FLAG_CALLED), name: FLAG_CALLED, ...seen }]
}

/** Returns when calls were first and last counted; undefined if there are none. */
async function readSeenTimes(
  reads: UsageReads,
  clock: UsageClock,
): Promise<Pick<EventDefinition, 'createdAt' | 'lastSeenAt'> | undefined> {
  const days = await readStarts(reads, 'day', firstKeptDay(clock), endOfCountedDays(clock))
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const startOf = (day: string) => timestampOf(startOfDay(day, clock.zone))
  const hours = await readStarts(reads, 'bucket', startOf(last), startOf(addDays(last, 1)))
  // The start of a bucket is stored as a timestamp, that of a day as a date.
  const lastHour = hours.at(-1) as Timestamp | undefined
  return { createdAt: startOf(first), lastSeenAt: lastHour ?? startOf(last) }
}

/** Returns the starts of the periods with a counted call, exposure or evaluation, in order. */
async function readStarts(
  reads: UsageReads,
  period: 'day' | 'bucket',
  from: string,
  until: string,
): Promise<readonly string[]> {
  const starts: string[] = []
  for (const measure of USAGE_MEASURES) {
    const sums = await reads.sum({ measure, period, from, until, by: ['start'] })
    starts.push(...sums.flatMap(({ start }) => start ?? []))
  }
  return starts.sort()
}
