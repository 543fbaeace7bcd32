import type { UsageMeasure } from '../../data/records/usage.ts'
import { usageKeyOf } from '../../data/records/usage-key.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { retentionStarts } from '../../runtime/usage/usage-retention.ts'
import { requireFlag } from '../flags/retrieve-flag.ts'
import { type FlagUsageInput, flagUsageSchema, requireRoom, usageRange } from './flag-usage-input.ts'
import type { FlagUsage } from './flag-usage-report.ts'
import { readUsers, USERS_NOT_KEPT } from './flag-users.ts'
import { isKept, type UsageClock } from './query/kept-usage.ts'
import { namedSteps, rowBounds } from './query/range-step.ts'
import { boundsOf, type TimeRange } from './query/time-range.ts'
import { usageNamesOf } from './query/usage-names.ts'
import { UsageReads } from './query/usage-reads.ts'
import { usersCoverage } from './query/users-coverage.ts'
import { usageBuckets } from './usage-buckets.ts'
import { readCalls, sdkTotals, totalsOf, variantTotals } from './usage-totals.ts'

/** Returns the usage of a flag over time, including deleted flags. */
export async function flagUsage(ctx: ProjectContext, flagId: number, input: FlagUsageInput = {}): Promise<FlagUsage> {
  authorize(ctx.actor, 'feature_flag:read')
  const asked = parseInput(flagUsageSchema, input)
  const now = ctx.clock()
  const clock = { now, zone: ctx.project.timezone, keptSince: retentionStarts(ctx.usageRetention, now) }
  return ctx.store.read(async (tx) => {
    const flag = await requireFlag(tx, ctx, flagId)
    const reads = new UsageReads(tx, ctx.project.id, usageNamesOf(flag))
    const range = await usageRange(reads, asked, clock)
    const seen = await tx.seenFlags.find(ctx.project.id, usageKeyOf(flag))
    return {
      interval: asked.interval,
      measure: asked.measure,
      resolvedDateRange: boundsOf(range, clock.zone),
      timezone: clock.zone,
      ...(await countedUsage(reads, flag.key, asked.measure, range, clock)),
      resetAt: flag.usageResetAt,
      firstSeen: seen?.firstSeen ?? null,
      lastSeen: seen?.lastSeen ?? null,
    }
  })
}

async function countedUsage(
  reads: UsageReads,
  flagKey: string,
  measure: UsageMeasure,
  range: TimeRange,
  clock: UsageClock,
) {
  const bounds = rowBounds(range)
  const calls = await readCalls(reads, flagKey, bounds)
  const steps = namedSteps(range, clock.zone)
  requireRoom(calls, steps.length)
  const filter = { flagKeys: [flagKey] }
  const byStep = await reads.sum({ measure, ...bounds, ...filter, by: ['start', 'variant'] })
  const users = isKept(range, 'users', clock) ? await readUsers(reads, flagKey, measure, bounds, steps) : USERS_NOT_KEPT
  return {
    buckets: usageBuckets(steps, byStep, users.byStep),
    totals: totalsOf(calls, measure, users.inAll),
    byVariant: variantTotals(calls, measure, users.ofVariant),
    sdks: sdkTotals(calls),
    approximate: users.approximate,
    usersCoverage: await usersCoverage(reads, { measure, groupTypeIndex: null, bounds, filter }),
  }
}
