import { expect, test } from 'vitest'
import { percent } from '../parts/number.ts'
import { changeSentence } from './flag-change.ts'

const groups = (...shares: number[]) => ({ groups: shares.map((rollout_percentage) => ({ rollout_percentage })) })

test('a rollout that went up was raised', () => {
  const changes = [{ field: 'filters', before: groups(10), after: groups(25) }]
  expect(changeSentence('updated', changes)).toBe(
    `raised the rollout of condition set 1 from ${percent(10)} to ${percent(25)}`,
  )
})

test('several changes are one sentence, and the version is not told', () => {
  const changes = [
    { field: 'active', before: false, after: true },
    { field: 'filters', before: groups(10), after: groups(10, 20) },
    { field: 'version', before: 1, after: 2 },
  ]
  expect(changeSentence('updated', changes)).toBe('turned it on and added a condition set')
})

test('what has no sentence of its own is named by its field', () => {
  expect(changeSentence('updated', [{ field: 'evaluation_runtime' }])).toBe('changed evaluation runtime')
  expect(changeSentence('created', [])).toBe('created the flag')
})
