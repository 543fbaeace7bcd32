import type { Flag } from '../../data/records/flag.ts'
import { variantsOf } from '../../evaluation/definition/filter-parts.ts'
import { DAY_MS } from '../../foundation/time/durations.ts'
import { epochMsOf, type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import { isFullyRolledOut, isMultivariate, openConditions } from './flag-index.ts'

export type FlagStatus = 'active' | 'stale' | 'archived' | 'deleted'

/** A flag that nobody asked for in this many days is stale. */
const STALE_AFTER_DAYS = 30

/** Flags not called since this moment are stale; those never called, if they are older than it and decide nothing. */
export function staleSince(nowMs: number): Timestamp {
  return timestampOf(nowMs - STALE_AFTER_DAYS * DAY_MS)
}

/** What state a flag is in and the sentence that says why (FLAG-80 to FLAG-82). */
export function flagStatus(flag: Flag, nowMs: number): { readonly status: FlagStatus; readonly reason: string } {
  if (flag.deleted) return { status: 'deleted', reason: 'Flag has been deleted' }
  if (flag.archived) return { status: 'archived', reason: 'Flag has been archived' }
  if (!flag.active) return { status: 'active', reason: 'Flag is disabled (not evaluated for staleness)' }
  if (flag.lastCalledAt !== null) return statusByUse(flag.lastCalledAt, nowMs)
  if (isFullyRolledOut(flag.filters) && flag.createdAt < staleSince(nowMs)) {
    return { status: 'stale', reason: constantAnswer(flag) }
  }
  return { status: 'active', reason: 'Flag has no usage data yet' }
}

function statusByUse(calledAt: Timestamp, nowMs: number): { readonly status: FlagStatus; readonly reason: string } {
  const days = daysBetween(calledAt, nowMs)
  if (calledAt < staleSince(nowMs)) return { status: 'stale', reason: `Flag has not been called in ${days} days` }
  if (days < 1) return { status: 'active', reason: 'Flag was called today' }
  return { status: 'active', reason: `Flag was last called ${days} day${days === 1 ? '' : 's'} ago` }
}

function daysBetween(then: Timestamp, nowMs: number): number {
  return Math.floor((nowMs - epochMsOf(then)) / DAY_MS)
}

function constantAnswer({ filters }: Flag): string {
  if (!isMultivariate(filters)) return 'This boolean flag will always evaluate to "true"'
  const override = openConditions(filters).find((group) => group.variant)?.variant
  const whole = variantsOf(filters).find((variant) => variant.rollout_percentage === 100)?.key
  return `This flag will always use the variant "${override ?? whole ?? ''}"`
}
