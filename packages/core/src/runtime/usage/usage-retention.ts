import { DAY_MS, HOUR_MS } from '../../foundation/time/durations.ts'

/** How long the use of flags is remembered. */
export interface UsageRetention {
  /** Counts by the hour. */
  readonly bucketDays: number
  /** Counts by the day; calls that are older when they come are not counted. */
  readonly dayDays: number
  /** Users by the hour, and by the day. */
  readonly bucketUsersHours: number
  readonly dayUsersDays: number
  /** Which events were counted: the same event is counted again after that. */
  readonly eventHours: number
  /** Flags that do not exist, since somebody asked for them. */
  readonly unknownFlagDays: number
}

/** How long each is kept unless set otherwise (USAGE-50). */
export const DEFAULT_USAGE_RETENTION: UsageRetention = {
  bucketDays: 35,
  dayDays: 400,
  bucketUsersHours: 72,
  dayUsersDays: 400,
  eventHours: 24,
  unknownFlagDays: 30,
}

/** From which moment on each is remembered, in milliseconds since 1970. */
export interface RetentionStarts {
  readonly buckets: number
  readonly days: number
  readonly bucketUsers: number
  readonly dayUsers: number
  readonly events: number
  readonly unknownFlags: number
}

/** Whether calls at a moment are too old to be counted. */
export function isForgotten(atMs: number, nowMs: number, { dayDays }: UsageRetention): boolean {
  return atMs < nowMs - dayDays * DAY_MS
}

export function retentionStarts(retention: UsageRetention, nowMs: number): RetentionStarts {
  return {
    buckets: nowMs - retention.bucketDays * DAY_MS,
    days: nowMs - retention.dayDays * DAY_MS,
    bucketUsers: nowMs - retention.bucketUsersHours * HOUR_MS,
    dayUsers: nowMs - retention.dayUsersDays * DAY_MS,
    events: nowMs - retention.eventHours * HOUR_MS,
    unknownFlags: nowMs - retention.unknownFlagDays * DAY_MS,
  }
}
