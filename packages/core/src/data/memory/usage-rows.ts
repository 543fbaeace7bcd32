import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { SeenFlag, StoredUserSet, UnknownFlag, UsageCount, UsageKey, UserSetKey } from '../records/usage.ts'
import { SortedRows } from './sorted-rows.ts'

export interface ClaimedEventRow {
  readonly projectId: number
  readonly uuid: string
  readonly claimedAt: Timestamp
}

/** The usage of flags, as one transaction sees it. */
export interface UsageRows {
  readonly usageCounts: SortedRows<UsageCount>
  readonly userSets: SortedRows<StoredUserSet>
  readonly seenFlags: SortedRows<SeenFlag>
  readonly unknownFlags: SortedRows<UnknownFlag>
  readonly claimedEvents: SortedRows<ClaimedEventRow>
}

export function emptyUsageRows(): UsageRows {
  return {
    usageCounts: new SortedRows<UsageCount>(usageCountKey),
    userSets: new SortedRows<StoredUserSet>(userSetKey, (set) => ({ ...set, users: set.users.slice() })),
    seenFlags: new SortedRows((row) => ofProject(row.projectId, row.flagKey)),
    unknownFlags: new SortedRows((row) => ofProject(row.projectId, row.flagKey)),
    // There are many rows, and none contains a value that needs a deep copy.
    claimedEvents: new SortedRows<ClaimedEventRow>(
      (row) => ofProject(row.projectId, row.uuid),
      (row) => Object.freeze({ ...row }),
    ),
  }
}

export function forkUsageRows(rows: UsageRows): UsageRows {
  return {
    usageCounts: rows.usageCounts.fork(),
    userSets: rows.userSets.fork(),
    seenFlags: rows.seenFlags.fork(),
    unknownFlags: rows.unknownFlags.fork(),
    claimedEvents: rows.claimedEvents.fork(),
  }
}

export function usageCountKey(key: UsageKey): string {
  return ofProject(
    key.projectId,
    `${key.measure}/${key.period}/${JSON.stringify([key.start, key.flagKey, key.variant, key.source, key.sdk])}`,
  )
}

export function userSetKey(key: UserSetKey): string {
  return ofProject(
    key.projectId,
    `${key.measure}/${key.period}/${JSON.stringify([key.start, key.flagKey, key.variant])}`,
  )
}

/** Returns a key that sorts the rows of one project together. */
export function ofProject(projectId: number, rest: string): string {
  return `${projectId}/${rest}`
}
