import { expect, it } from 'vitest'
import { explain } from '../evaluation/explain/explain.ts'
import { testDeck } from '../testing/test-deck.ts'

it('EVAL-46 explains the newest picture of a flag', async () => {
  const { flags } = await testDeck()
  const { id } = await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 100 }] } })
  const ada = { distinctId: 'ada' }
  expect(flags.explain('a', ada)).toEqual(explain(flags.snapshot(), 'a', ada))
  expect(flags.explain('a', ada).summary).toBe('a is on: Matched condition set 1.')
  await flags.update(id, { active: false })
  expect(flags.explain('a', ada).nearestChange?.sentence).toBe('Switch the flag on.')
})
