import fc from 'fast-check'
import { type CountedCalls, UsageBatch } from '../recording/usage-batch.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 0, 1)

/** Calls of a few projects, flags and variants, by a few users, some of which are told of by events. */
export interface RandomCall {
  readonly calls: CountedCalls
  readonly user: number | null
}

const few = (...names: readonly string[]) => fc.constantFrom(...names)

export const randomCall: fc.Arbitrary<RandomCall> = fc
  .record({
    projectId: fc.integer({ min: 1, max: 2 }),
    flagKey: few('a', 'b', '\u0000\ud800ü'),
    variant: few('true', 'false', '$other', ''),
    measure: fc.constantFrom('exposures' as const, 'evaluations' as const),
    source: fc.constantFrom('sdk_local' as const, 'server' as const),
    sdk: few('', 'posthog-node'),
    count: fc.integer({ min: 1, max: 5 }),
    atMs: fc.integer({ min: START_MS, max: START_MS + 50 * HOUR_MS }),
    user: fc.option(fc.integer({ min: 1, max: 20 })),
    hasError: fc.boolean(),
  })
  .map(({ user, hasError, ...calls }) => {
    const bucketMs = Math.floor(calls.atMs / HOUR_MS) * HOUR_MS
    return { user, calls: { ...calls, zone: 'UTC', bucketMs, errors: hasError ? 1 : 0, eventId: null } }
  })

/** Adds up calls in a batch. */
export function batchOf(id: string, all: readonly RandomCall[]): UsageBatch {
  const batch = new UsageBatch(id)
  for (const { calls, user } of all) {
    const cell = batch.add(calls)
    if (user !== null) batch.addUser(cell, { high: user, low: user * 7 })
  }
  return batch
}
