import { epochMsOf, type Timestamp } from '../time/timestamp.ts'
import type { Flag } from './flag.ts'
import { isFullyRolledOut, isMultivariate } from './flag-index.ts'

export type FlagStatus = 'active' | 'stale' | 'archived' | 'deleted'

const DAY_MS = 86_400_000
/** A flag that nobody asked for in this many days is stale. */
export const STALE_AFTER_DAYS = 30

/** What state a flag is in and the sentence that says why (flags-api.md section 4.9). */
export function flagStatus(flag: Flag, nowMs: number): { readonly status: FlagStatus; readonly reason: string } {
  if (flag.deleted) return { status: 'deleted', reason: 'Flag has been deleted' }
  if (flag.archived) return { status: 'archived', reason: 'Flag has been archived' }
  if (!flag.active) return { status: 'active', reason: 'Flag is disabled (not evaluated for staleness)' }
  if (flag.lastCalledAt !== null) return statusByUse(daysBetween(flag.lastCalledAt, nowMs))
  if (daysBetween(flag.createdAt, nowMs) > STALE_AFTER_DAYS && isFullyRolledOut(flag.filters)) {
    return { status: 'stale', reason: constantAnswer(flag) }
  }
  return { status: 'active', reason: 'Flag has no usage data yet' }
}

function statusByUse(days: number): { readonly status: FlagStatus; readonly reason: string } {
  if (days > STALE_AFTER_DAYS) return { status: 'stale', reason: `Flag has not been called in ${days} days` }
  if (days < 1) return { status: 'active', reason: 'Flag was called today' }
  return { status: 'active', reason: `Flag was last called ${days} day${days === 1 ? '' : 's'} ago` }
}

function daysBetween(then: Timestamp, nowMs: number): number {
  return Math.floor((nowMs - epochMsOf(then)) / DAY_MS)
}

function constantAnswer({ filters }: Flag): string {
  if (!isMultivariate(filters)) return 'This boolean flag will always evaluate to "true"'
  const override = filters.groups.find((group) => group.variant)?.variant
  const whole = filters.multivariate?.variants.find((variant) => variant.rollout_percentage === 100)?.key
  return `This flag will always use the variant "${override ?? whole ?? ''}"`
}
