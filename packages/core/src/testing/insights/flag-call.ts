import type { Project } from '../../data/records/project.ts'
import type { UsageMeasure, UsageSource, UserSetKey } from '../../data/records/usage.ts'
import type { Transaction } from '../../data/store.ts'
import { localDay } from '../../foundation/time/time-zone.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { bucketStart } from '../../runtime/usage/bucket-start.ts'
import { userHasher } from '../../runtime/usage/user-hash.ts'
import { UserSet } from '../../runtime/usage/user-set.ts'

/** One evaluation of a flag, which tests count by hand. */
export interface TestCall {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly flagKey: string
  readonly variant: string
  readonly measure: UsageMeasure
  readonly source: UsageSource
  readonly sdk: string
  readonly user: string | null
}

export function testCall(at: number | string, overrides: Partial<Omit<TestCall, 'at'>> = {}): TestCall {
  return {
    at: typeof at === 'string' ? Date.parse(at) : at,
    flagKey: 'new-checkout',
    variant: 'true',
    measure: 'exposures',
    source: 'sdk_remote',
    sdk: 'posthog-node',
    user: 'ada',
    ...overrides,
  }
}

/** Stores evaluations as counts and sets of users, one after the other. */
export async function keepCalls(tx: Transaction, project: Project, calls: readonly TestCall[]): Promise<void> {
  const hash = userHasher(project.uuid)
  const sets = new Map<string, readonly [UserSetKey, UserSet]>()
  for (const { at, user, source, sdk, ...call } of calls) {
    const bucket = timestampOf(bucketStart(at, project.timezone))
    const starts = [
      ['bucket', bucket],
      ['day', localDay(at, project.timezone)],
    ] as const
    for (const [period, start] of starts) {
      const key = { projectId: project.id, ...call, period, start }
      await tx.usageCounts.add([{ ...key, source, sdk, count: 1, errors: 0 }])
      if (user === null) continue
      const place = placeOf(key)
      const [, set] = sets.get(place) ?? [key, UserSet.empty()]
      const { high, low } = hash(user)
      set.add(high, low)
      sets.set(place, [key, set])
    }
  }
  for (const { users, ...key } of await tx.userSets.lock([...sets.values()].map(([key]) => key))) {
    sets.get(placeOf(key))?.[1].merge(UserSet.read(users))
  }
  await tx.userSets.save([...sets.values()].map(([key, set]) => ({ ...key, users: set.toBytes() })))
}

function placeOf({ flagKey, variant, measure, period, start }: UserSetKey): string {
  return JSON.stringify([flagKey, variant, measure, period, start])
}
