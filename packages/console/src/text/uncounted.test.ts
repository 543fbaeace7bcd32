import { expect, it } from 'vitest'
import { uncountedEffect } from './uncounted.ts'

it('CONSOLE-175 an effect that cannot be counted is never shown as none', () => {
  expect(uncountedEffect({ group_type_index: null, estimate: null })).toBe(
    'Cannot be counted, because no persons are stored.',
  )
  expect(uncountedEffect({ group_type_index: null, estimate: { users: 600, changed: 240 } })).toBe(
    'Cannot be counted, because no persons are stored. By usage, about 240 of the 600 users of the last 7 days get another answer.',
  )
  expect(uncountedEffect({ group_type_index: 0, estimate: { users: 30, changed: 0 } })).toBe(
    'Cannot be counted, because no groups are stored. By usage, about 0 of the 30 groups of the last 7 days get another answer.',
  )
})
