import { expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import type { CreateFlagInput } from './flag-input.ts'
import { openFeatureReason } from './openfeature-reason.ts'

const FOR_PRO = [{ key: 'plan', type: 'person', value: 'pro', operator: 'exact' }] as const
const HALVES = { variants: ['blue', 'red'].map((key) => ({ key, rollout_percentage: 50 })) }

it.for<[string, Omit<CreateFlagInput, 'key'>]>([
  ['static', { filters: { groups: [{}] } }],
  ['targeting_match', { filters: { groups: [{ properties: FOR_PRO }] } }],
  ['split', { filters: { groups: [{ rollout_percentage: 99.999999 }] } }],
  ['split', { filters: { groups: [{}], multivariate: HALVES } }],
  ['default', { filters: { groups: [{ rollout_percentage: 0 }] } }],
  ['default', { filters: { groups: [{ properties: [{ ...FOR_PRO[0], value: 'free' }] }] } }],
  ['disabled', { active: false, filters: { groups: [{}] } }],
])('EVAL-49 gives the reason %s for %j', async ([reason, input]) => {
  const { flags, project, context } = await testDeck()
  await flags.create({ key: 'flag', ...input })
  const decision = flags.evaluate('flag', { distinctId: 'ada', properties: { plan: 'pro' } })
  expect(openFeatureReason(decision, context.snapshots.peek(project.id)?.flag('flag'))).toBe(reason)
})

it('EVAL-49 calls it an error when there is no such flag', async () => {
  const { flags } = await testDeck()
  expect(openFeatureReason(flags.evaluate('none', { distinctId: 'ada' }), undefined)).toBe('error')
})
