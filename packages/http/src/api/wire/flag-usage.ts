import type { FlagUsage, FlagUsageInput, Timestamp } from '@flagdeck/core'
import { flagUsageSchema, formatTimestamp } from '@flagdeck/core/operations'
import * as z from 'zod'
import { dateTime, timeOrNull } from './user.ts'

const { interval, dateFrom, dateTo, measure } = flagUsageSchema.shape

export const flagUsageQuery = z.object({
  interval,
  date_from: dateFrom.describe('such as -7d, mStart or 2026-11-20; -30d when missing'),
  date_to: dateTo.describe('now when missing'),
  measure: measure.describe('exposures: calls, reported by SDKs; evaluations: decided here'),
  refresh: z.string().optional().describe('blocking to wait until everything counted so far is in'),
})

export function flagUsageInput(query: z.output<typeof flagUsageQuery>): FlagUsageInput {
  return { interval: query.interval, dateFrom: query.date_from, dateTo: query.date_to, measure: query.measure }
}

const calls = { exposures: z.int(), evaluations: z.int() }
const users = z.int().nullable()

const totals = {
  ...calls,
  users: users.describe('Distinct users of the measure that was asked for; null when they are no longer kept.'),
  errors: z.int().describe('Calls of the measure that was asked for, with an error.'),
}
const variant = z.string().nullable().describe('null for no response, $other for too many different ones.')

/** The usage of a flag over time (INSIGHT-50). */
export const flagUsageResponse = z
  .object({
    interval: z.enum(interval.unwrap().options),
    measure: z.enum(measure.unwrap().options),
    resolved_date_range: z.object({ date_from: dateTime(), date_to: dateTime() }),
    timezone: z.string(),
    buckets: z.array(
      z.object({
        start: z.string().describe('A day, the first one of a week or month; by hour its first moment.'),
        count: z.int(),
        errors: z.int(),
        users,
        variants: z.array(z.object({ variant, count: z.int() })),
      }),
    ),
    totals: z.object(totals),
    by_variant: z.array(z.object({ variant, ...totals })),
    sdks: z.array(z.object({ sdk: z.string().nullable(), ...calls })),
    reset_at: dateTime().nullable().describe('Calls are counted from then on; null: it was never reset.'),
    first_seen: dateTime().nullable(),
    last_seen: dateTime().nullable(),
    approximate: z.boolean().describe('Some number of users is an estimate.'),
    users_coverage: z.object({ complete: z.boolean(), sources_without_users: z.array(z.string()) }),
  })
  .meta({ id: 'FeatureFlagUsage' })

export function flagUsageBody(usage: FlagUsage): z.input<typeof flagUsageResponse> {
  return {
    interval: usage.interval,
    measure: usage.measure,
    resolved_date_range: {
      date_from: formatTimestamp(usage.resolvedDateRange.dateFrom),
      date_to: formatTimestamp(usage.resolvedDateRange.dateTo),
    },
    timezone: usage.timezone,
    buckets: usage.buckets.map((bucket) => ({
      ...bucket,
      start: startBody(bucket.start),
      variants: [...bucket.variants],
    })),
    totals: usage.totals,
    by_variant: [...usage.byVariant],
    sdks: [...usage.sdks],
    reset_at: timeOrNull(usage.resetAt),
    first_seen: timeOrNull(usage.firstSeen),
    last_seen: timeOrNull(usage.lastSeen),
    approximate: usage.approximate,
    users_coverage: {
      complete: usage.usersCoverage.complete,
      sources_without_users: [...usage.usersCoverage.sourcesWithoutUsers],
    },
  }
}

function startBody(start: string): string {
  // A start is a day or a timestamp; a day has no time.
  return start.includes('T') ? formatTimestamp(start as Timestamp) : start
}
