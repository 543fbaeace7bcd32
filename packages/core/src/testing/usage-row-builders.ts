import type { SeenFlag, StoredUserSet, UnknownFlag, UsageCount } from '../data/records/usage.ts'
import { BUILT_AT } from './row-builders.ts'

type Of<Row extends { readonly projectId: number }> = Partial<Row> & Pick<Row, 'projectId'>

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
