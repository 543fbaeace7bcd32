import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { newIdempotencyKeyRow } from '../../testing/row-builders.ts'
import { seedTenant } from '../../testing/seed-tenant.ts'
import { ExpiredKeys } from './expired-keys.ts'

const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Returns keys of one organization, with a clock that timers follow. */
async function trial() {
  const store = memoryStore()
  const clock = fixedClock()
  const errors: unknown[] = []
  const expired = new ExpiredKeys({ store, clock, onError: (error) => errors.push(error) })
  const { organization } = await seedTenant(store)
  const organizationId = organization.id
  return {
    store,
    expired,
    errors,
    async keep(...keys: readonly string[]) {
      const createdAt = timestampOf(clock())
      const rows = keys.map((key) => newIdempotencyKeyRow({ organizationId, key, createdAt }))
      for (const row of rows) await store.write((tx) => tx.idempotencyKeys.save(row))
      expired.noteKept()
    },
    async passHours(hours: number) {
      for (let hour = 0; hour < hours; hour++) {
        clock.advance(HOUR_MS)
        vi.advanceTimersByTime(HOUR_MS)
        // The memory store writes within this tick of the event loop, so a removal of this hour is done afterwards.
        await yieldToOthers()
      }
    },
    async isKept(key: string) {
      const { scope } = newIdempotencyKeyRow({ organizationId })
      return (await store.write((tx) => tx.idempotencyKeys.lock(organizationId, scope, key))) !== undefined
    },
  }
}

it('IDEM-7 removes keys when they have had their day, whether or not others follow', async () => {
  const { keep, isKept, passHours, store } = await trial()
  await keep('a')
  await passHours(10)
  await keep('b')
  await passHours(14)
  expect(await isKept('a')).toBe(true)
  await passHours(1)
  expect(await isKept('a')).toBe(false)
  expect(await isKept('b')).toBe(true)
  await passHours(10)
  expect(await isKept('b')).toBe(false)
  // Other test files of this process may have timers, so the removals are counted, not the timers.
  const writes = vi.spyOn(store, 'write')
  await passHours(2)
  expect(writes).toHaveBeenCalledTimes(1)
  await passHours(2)
  expect(writes).toHaveBeenCalledTimes(1)
})

it('IDEM-7 removes in slices, those at once that another process left behind', async () => {
  const { keep, isKept, passHours, store, expired } = await trial()
  const writes = vi.spyOn(store, 'write')
  await keep(...Array.from({ length: 1001 }, (_, n) => `old-${n}`))
  await expired.close()
  await passHours(25)
  writes.mockClear()
  const successor = new ExpiredKeys({ store, clock: () => Date.now() + 48 * HOUR_MS, onError: () => undefined })
  successor.noteKept()
  await expect.poll(() => isKept('old-1000')).toBe(false)
  await successor.close()
  expect(await isKept('old-0')).toBe(false)
})

it('IDEM-7 does no harm when the store is away, and none after it was closed', async () => {
  const { keep, expired, errors, store, isKept, passHours } = await trial()
  await keep('a')
  await expired.close()
  expired.noteKept()
  await passHours(25)
  expect(await isKept('a')).toBe(true)
  const other = new ExpiredKeys({ store, clock: Date.now, onError: (error) => errors.push(error) })
  await store.close()
  other.noteKept()
  await expect.poll(() => errors).toHaveLength(1)
  await other.close()
})
