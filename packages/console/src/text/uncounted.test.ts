import { expect, it } from 'vitest'
import { uncountedEffect } from './uncounted.ts'

it('CONSOLE-175 an effect that cannot be counted is never shown as none', () => {
  expect(uncountedEffect({ group_type_index: null, estimate: null })).toBe('Impact unknown: no users are stored.')
  expect(uncountedEffect({ group_type_index: null, estimate: { users: 600, changed: 240 } })).toBe(
    'No users are stored. Based on the last 7 days, the result changes for about 240 of 600 users.',
  )
  expect(uncountedEffect({ group_type_index: 0, estimate: { users: 30, changed: 0 } })).toBe(
    'No groups are stored. Based on the last 7 days, the result changes for about 0 of 30 groups.',
  )
})
