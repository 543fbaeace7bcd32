import type { Flag } from '../../data/records/flag.ts'
import type { StaleBefore } from '../../data/records/flag-query.ts'
import { CONSTANT_AFTER_DAYS, type Staleness } from '../../data/records/staleness.ts'
import { conditionSetsOf, variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { DAY_MS } from '../../foundation/time/durations.ts'
import { epochMsOf, type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import { isFullyRolledOut, isMultivariate, openConditions } from './flag-index.ts'

export type FlagStatus = 'active' | 'stale' | 'archived' | 'deleted'

/** A status and the sentence that explains it. */
export interface FlagStatusReason {
  readonly status: FlagStatus
  readonly reason: string
  /** Whether the sentence is about the results of the flag, and not about its usage. */
  readonly isAboutRollout: boolean
}

/** Returns the points in time of a staleness rule, relative to now. */
export function staleBefore(rule: Staleness, nowMs: number): StaleBefore {
  const ago = (days: number) => timestampOf(nowMs - days * DAY_MS)
  const before = (days: number | null) => (days === null ? null : ago(days))
  return {
    called: before(rule.notCalledDays),
    neverCalled: before(rule.neverCalledDays),
    rolledOut: before(rule.rolledOutDays),
    constant: ago(CONSTANT_AFTER_DAYS),
  }
}

/** Returns the status of a flag and the sentence that explains it (FLAG-80 to FLAG-84). */
export function flagStatus(flag: Flag, before: StaleBefore, nowMs: number): FlagStatusReason {
  if (flag.deleted) return because('deleted', 'Flag has been deleted')
  if (flag.archived) return because('archived', 'Flag has been archived')
  if (!flag.active) return because('active', 'Flag is disabled (not evaluated for staleness)')
  return (
    staleByRollout(flag, before, nowMs) ?? staleByUse(flag, before, nowMs) ?? because('active', lastUse(flag, nowMs))
  )
}

/**
 * Returns the status of a flag that its rollout makes stale. The last change stands for the start of the rollout: the
 * flag has been rolled out for at least that long.
 */
function staleByRollout(flag: Flag, { rolledOut, constant }: StaleBefore, nowMs: number): FlagStatusReason | undefined {
  if (!isFullyRolledOut(flag.filters)) return undefined
  if (flag.lastCalledAt === null && countedSince(flag) < constant) return because('stale', constantAnswer(flag), true)
  const since = flag.updatedAt ?? flag.createdAt
  if (rolledOut === null || since >= rolledOut) return undefined
  return because('stale', `${constantAnswer(flag)}, as it has for ${daysBetween(since, nowMs)} days`, true)
}

function staleByUse(flag: Flag, { called, neverCalled }: StaleBefore, nowMs: number): FlagStatusReason | undefined {
  const { lastCalledAt } = flag
  if (lastCalledAt !== null) {
    if (called === null || lastCalledAt >= called) return undefined
    return because('stale', `Flag has not been called in ${daysBetween(lastCalledAt, nowMs)} days`)
  }
  const since = countedSince(flag)
  if (neverCalled === null || since >= neverCalled) return undefined
  return because('stale', `Flag has never been called in ${daysBetween(since, nowMs)} days`)
}

/**
 * Returns when counting started. A flag has no calls since its usage was reset, so days without a call count from there
 * (USAGE-74).
 */
function countedSince({ usageResetAt, createdAt }: Flag): Timestamp {
  return usageResetAt ?? createdAt
}

function lastUse({ lastCalledAt }: Flag, nowMs: number): string {
  if (lastCalledAt === null) return 'Flag has no usage data yet'
  const days = daysBetween(lastCalledAt, nowMs)
  return days < 1 ? 'Flag was called today' : `Flag was last called ${days} day${days === 1 ? '' : 's'} ago`
}

function because(status: FlagStatus, reason: string, isAboutRollout = false): FlagStatusReason {
  return { status, reason, isAboutRollout }
}

function daysBetween(then: Timestamp, nowMs: number): number {
  return Math.floor((nowMs - epochMsOf(then)) / DAY_MS)
}

function constantAnswer({ filters }: Flag): string {
  if (conditionSetsOf(filters).length === 0) return 'This flag has no conditions and will always evaluate to "false"'
  if (!isMultivariate(filters)) return 'This boolean flag will always evaluate to "true"'
  return `This flag will always use the variant "${constantVariant(filters) ?? ''}"`
}

/** Returns the variant that all users get; null without variants, and when it depends on the user. */
export function constantVariant(filters: FlagFilters): string | null {
  if (!isMultivariate(filters) || openConditions(filters).length === 0 || !isFullyRolledOut(filters)) return null
  const override = openConditions(filters).find((group) => group.variant)?.variant
  const whole = variantsOf(filters).find((variant) => variant.rollout_percentage === 100)?.key
  return override ?? whole ?? null
}
