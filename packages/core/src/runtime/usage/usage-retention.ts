import { DAY_MS, HOUR_MS } from '../../foundation/time/durations.ts'

/** How long the use of flags is stored. */
export interface UsageRetention {
  /** Counts by the hour. */
  readonly bucketDays: number
  /** Counts by the day. Calls that are older when they arrive are not counted. */
  readonly dayDays: number
  /** Users by the hour, and by the day. */
  readonly bucketUsersHours: number
  readonly dayUsersDays: number
  /** The ids of counted events. After that, the same event would be counted again. */
  readonly eventHours: number
  /** Unknown flags, since they were last called. */
  readonly unknownFlagDays: number
}

/** How long each is stored by default (USAGE-50). */
export const DEFAULT_USAGE_RETENTION: UsageRetention = {
  bucketDays: 35,
  dayDays: 400,
  bucketUsersHours: 72,
  dayUsersDays: 400,
  eventHours: 24,
  unknownFlagDays: 30,
}

/** The earliest moment of each that is still stored, in milliseconds since 1970. */
export interface RetentionStarts {
  readonly buckets: number
  readonly days: number
  readonly bucketUsers: number
  readonly dayUsers: number
  readonly events: number
  readonly unknownFlags: number
}

/** Whether calls at this moment are too old to be counted. */
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
