import type { Store } from '@flagdeck/core'
import { timestampOf, type UsageCount, UserSet } from '@flagdeck/core/store'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** A time on the day on which the usage ends. */
export const USAGE_SEEN_AT = Date.parse('2026-11-20T12:00:00Z')
/** The first of 31 days, and the first day after them, as `YYYY-MM-DD`. */
export const MONTH = { from: daysBefore(30), until: daysBefore(-1) } as const

const DAYS = 200
const HOURS = 800
const ROWS_AT_ONCE = 20_000
const RESPONSES = ['false', 'true']

function daysBefore(days: number): string {
  return new Date(USAGE_SEEN_AT - days * DAY_MS).toISOString().slice(0, 10)
}

/** Stores counts of two responses of flags in 200 days and 800 hours: 2,000 rows for each flag. */
export async function seedCounts(store: Store, flagKeys: readonly string[]): Promise<void> {
  const flagsAtOnce = ROWS_AT_ONCE / (RESPONSES.length * (DAYS + HOURS))
  for (let at = 0; at < flagKeys.length; at += flagsAtOnce) {
    const counts = flagKeys.slice(at, at + flagsAtOnce).flatMap(countsOf)
    await store.write((tx) => tx.usageCounts.add(counts))
  }
}

function countsOf(flagKey: string): readonly UsageCount[] {
  return RESPONSES.flatMap((variant) => {
    const days = Array.from({ length: DAYS }, (_, day) => ({ period: 'day', start: daysBefore(day) }) as const)
    const hours = Array.from({ length: HOURS }, (_, hour) => {
      return { period: 'bucket', start: timestampOf(USAGE_SEEN_AT - hour * HOUR_MS) } as const
    })
    return [...days, ...hours].map((time, index) => ({ ...callsOf(flagKey, variant), ...time, count: 1 + (index % 7) }))
  })
}

function callsOf(flagKey: string, variant: string) {
  const kept = { measure: 'exposures', source: 'sdk_remote', sdk: 'posthog-node', errors: 0 } as const
  return { projectId: 1, flagKey, variant, ...kept }
}

/** The users who saw a response of a flag on a day: `count` of ten times as many. */
interface Visitors {
  readonly day: string
  readonly variant: string
  readonly count: number
  readonly seed: number
}

function monthOfVisitors(count: number): readonly Visitors[] {
  return Array.from({ length: 31 }, (_, day) => daysBefore(day)).flatMap((day, index) =>
    RESPONSES.map((variant, response) => ({ day, variant, count, seed: index * 2 + response })),
  )
}

/** Stores the users who saw a flag in 31 days: `usersADay` for every day and response. */
export async function seedUsers(store: Store, flagKey: string, usersADay: number): Promise<void> {
  const sets = monthOfVisitors(usersADay).map((visitors) => ({
    projectId: 1,
    flagKey,
    variant: visitors.variant,
    measure: 'exposures' as const,
    period: 'day' as const,
    start: visitors.day,
    users: userSet(visitors).toBytes(),
  }))
  await store.write((tx) => tx.userSets.save(sets))
}

const STEP = 7919
const JUMP = 104_729

function userSet({ count, seed }: Visitors): UserSet {
  const set = UserSet.empty()
  for (let index = 0; index < count; index++) {
    const user = 1 + ((index * STEP + seed * JUMP) % (count * 10))
    set.add(Math.imul(user, 0x9e3779b1) >>> 0, Math.imul(user, 0x85ebca6b) >>> 0)
  }
  return set
}

/** Creates the table of a hand-written solution: a row for every user, response and day. */
export const MAKE_USER_ROWS = `
  create table by_hand_users (
    flag_key text not null, day text not null, variant text not null, user_id bigint not null,
    primary key (flag_key, day, variant, user_id)
  )`

/** Returns the statement that fills that table with the users of {@link seedUsers}. */
export function fillUserRows(flagKey: string, usersADay: number): string {
  return monthOfVisitors(usersADay)
    .map((visitors) => fillDay(flagKey, visitors))
    .join(';')
}

function fillDay(flagKey: string, { day, variant, count, seed }: Visitors): string {
  return `
    insert into by_hand_users (flag_key, day, variant, user_id)
    with recursive number (n) as (select 0 union all select n + 1 from number where n < ${count - 1})
    select '${flagKey}', '${day}', '${variant}', 1 + (n * ${STEP} + ${seed * JUMP}) % ${count * 10} from number`
}
