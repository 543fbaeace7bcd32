import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { evaluatePublishedFlags, type PublishedFlagsQuery } from './evaluate-published-flags.ts'
import type { CreateFlagInput } from './flag-input.ts'

/** Returns the keys that an SDK receives for a query. */
async function keysFor(query: PublishedFlagsQuery, ...inputs: readonly CreateFlagInput[]) {
  const { flags, context, project } = await testDeck()
  for (const input of inputs) await flags.create(input)
  const snapshot = context.snapshots.peek(project.id)
  if (!snapshot) throw new Error('nobody asked for the project yet')
  return evaluatePublishedFlags(snapshot, { distinctId: 'ada' }, query).map(({ key }) => key)
}

const RUNTIMES = [
  { key: 'all', evaluationRuntime: 'all' },
  { key: 'client', evaluationRuntime: 'client' },
  { key: 'none', evaluationRuntime: null },
  { key: 'server', evaluationRuntime: 'server' },
] as const
const CONTEXTS = [
  { key: 'any' },
  { key: 'docs', evaluationContexts: ['docs'] },
  { key: 'web', evaluationContexts: ['web', 'app'] },
] as const

describe('what a remote SDK hears of', () => {
  it('SNAP-13 enabled flags, by key, whether they are on for the subject or not', async () => {
    const keys = await keysFor(
      {},
      { key: 'b' },
      { key: 'off', active: false },
      {
        key: 'a',
        filters: { groups: [{ rollout_percentage: 100 }] },
      },
    )
    expect(keys).toEqual(['a', 'b'])
  })

  it('SNAP-13 the flags it asks for', async () => {
    const some = [{ key: 'a' }, { key: 'b' }, { key: 'off', active: false }]
    expect(await keysFor({ keys: ['b', 'x', 'off'] }, ...some)).toEqual(['b'])
    expect(await keysFor({ keys: [] }, ...some)).toEqual([])
  })

  it('SNAP-13 the flags whose key begins as it says', async () => {
    const some = [{ key: 'survey-a' }, { key: 'a-survey-' }, { key: 'survey-off', active: false }]
    expect(await keysFor({ keyPrefix: 'survey-' }, ...some)).toEqual(['survey-a'])
  })

  it.each([
    ['client', ['all', 'client', 'none']],
    ['server', ['all', 'none', 'server']],
    ['all', ['all', 'client', 'none', 'server']],
    [undefined, ['all', 'none']],
  ] as const)('SNAP-13 the flags that run where it runs: %s', async (runtime, expected) => {
    expect(await keysFor({ runtime }, ...RUNTIMES)).toEqual(expected)
  })

  it.each([
    [undefined, ['any', 'docs', 'web']],
    [['app'], ['any', 'web']],
    [
      ['docs', 'web'],
      ['any', 'docs', 'web'],
    ],
    [['x'], ['any']],
    [[], ['any', 'docs', 'web']],
  ])('SNAP-13 the flags without contexts and those that share one: %j', async (evaluationContexts, expected) => {
    expect(await keysFor({ evaluationContexts }, ...CONTEXTS)).toEqual(expected)
  })
})

it('EVAL-43 takes a dependency that is not meant for the SDK for off', async () => {
  const { flags, context, project } = await testDeck()
  const everybody = { groups: [{}] }
  const { id } = await flags.create({ key: 'server-only', filters: everybody, evaluationRuntime: 'server' })
  const onServerOnly = { key: String(id), type: 'flag' as const, operator: 'flag_evaluates_to' as const, value: true }
  await flags.create({ key: 'dependent', filters: { groups: [{ properties: [onServerOnly] }] } })
  const snapshot = context.snapshots.peek(project.id)
  const isEnabled = (runtime: 'client' | 'server') =>
    snapshot &&
    evaluatePublishedFlags(snapshot, { distinctId: 'ada' }, { runtime }).find(({ key }) => key === 'dependent')?.enabled
  expect([isEnabled('server'), isEnabled('client')]).toEqual([true, false])
})
