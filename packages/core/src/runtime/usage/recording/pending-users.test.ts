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
