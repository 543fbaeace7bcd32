import { expect, it } from 'vitest'
import { UserSet } from '../user-set.ts'
import { PendingUsers } from './pending-users.ts'

function setOf(...lows: readonly number[]): UserSet {
  const set = UserSet.empty()
  for (const low of lows) set.add(0, low)
  return set
}

it('USAGE-21 are united with a set from whatever they came in, and say whether that changed it', () => {
  const users = new PendingUsers()
  expect(users.isEmpty).toBe(true)
  expect([users.add({ high: 0, low: 1 }), users.add({ high: 0, low: 1 })]).toEqual([1, 0])
  users.addAll(setOf(1, 2))
  const others = new PendingUsers()
  others.addAll(setOf(3))
  users.include(others)
  const stored = setOf(2, 4)
  expect([users.addTo(stored), stored.size]).toEqual([true, 4])
  expect([users.addTo(stored), stored.size]).toEqual([false, 4])
})

it('USAGE-32 become one list where they came in many forms, and tell how much that takes', () => {
  const users = new PendingUsers()
  let bytes = 0
  for (let n = 0; n < 1000; n++) bytes += users.addAll(setOf(1 + (n % 5), 100 + (n % 3)))
  expect(bytes).toBeLessThan(16 * 200 + 8 * 32)
  expect(bytes).toBeGreaterThanOrEqual(8 * 32)
  const all = setOf()
  users.addTo(all)
  expect(all.size).toBe(8)
})
