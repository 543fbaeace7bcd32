import type { SeenFlag, StoredUserSet, UnknownFlag, UsageCount } from '../data/records/usage.ts'
import { BUILT_AT } from './row-builders.ts'

type Of<Row extends { readonly projectId: number }> = Partial<Row> & Pick<Row, 'projectId'>

/** Returns the row of a usage count, with default values for the columns that are not given. */
export function newUsageCount(overrides: Of<UsageCount>): UsageCount {
  return {
    flagKey: 'flag',
    variant: 'true',
    measure: 'exposures',
    source: 'sdk_local',
    sdk: 'posthog-node',
    period: 'bucket',
    start: BUILT_AT,
    count: 1,
    errors: 0,
    ...overrides,
  }
}

/** Returns the row of a set of users, with default values for the columns that are not given. */
export function newUserSet(overrides: Of<StoredUserSet>): StoredUserSet {
  return {
    flagKey: 'flag',
    variant: 'true',
    measure: 'exposures',
    period: 'bucket',
    start: BUILT_AT,
    users: new Uint8Array([1, 0, 0, 0, 0, 0, 0, 0, 42]),
    ...overrides,
  }
}

/** Returns the row of the evaluations of a flag, with default values for the columns that are not given. */
export function newSeenFlag(overrides: Of<SeenFlag>): SeenFlag {
  return {
    flagKey: 'flag',
    firstSeen: BUILT_AT,
    lastSeen: BUILT_AT,
    lastVariant: 'true',
    lastSdk: 'posthog-node',
    ...overrides,
  }
}

/** Returns the row of an unknown flag, with default values for the columns that are not given. */
export function newUnknownFlag(overrides: Of<UnknownFlag>): UnknownFlag {
  return {
    flagKey: 'unknown',
    count: 1,
    firstSeen: BUILT_AT,
    lastSeen: BUILT_AT,
    lastSdk: 'posthog-node',
    ...overrides,
  }
}
