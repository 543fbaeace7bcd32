import { describe, expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'
import { type EvaluateFlagsOptions, evaluateFlag, evaluateFlags, evaluateMyFlags } from './evaluate-flags.ts'
import type { EvaluatedFlag } from './evaluate-with-definitions.ts'

const ADA = { distinctId: 'ada' }
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }

async function deckOfThree() {
  const deck = await testDeck()
  const b = await deck.flags.create({ key: 'b', filters: EVERYBODY })
  await deck.flags.create({ key: 'off', active: false, filters: EVERYBODY })
  await deck.flags.create({ key: 'a', filters: EVERYBODY, evaluationRuntime: 'client' })
  return { ...deck, b }
}

const answers = (evaluated: readonly EvaluatedFlag[]) =>
  evaluated.map(({ flag, decision }) => [flag.key, decision.key, decision.enabled])

describe('looking into the flags of a project', () => {
  it('PROTO-11 decides all of them by key, wherever they run and also those that are off', async () => {
    const { context } = await deckOfThree()
    expect(answers(await evaluateFlags(context, ADA))).toEqual([
      ['a', 'a', true],
      ['b', 'b', true],
      ['off', 'off', false],
    ])
  })

  it('PROTO-11 decides those that are asked for, each once', async () => {
    const { context } = await deckOfThree()
    const keys = async (options: EvaluateFlagsOptions) =>
      (await evaluateFlags(context, ADA, options)).map(({ flag }) => flag.key)
    expect(await keys({ keys: ['off', 'b', 'x', 'b'] })).toEqual(['b', 'off'])
    expect(await keys({ keys: [] })).toEqual([])
  })

  it('PROTO-12 decides for the caller, the newest flag first', async () => {
    const { as, member, flags } = await deckOfThree()
    const properties = [{ key: 'distinct_id', type: 'person' as const, value: member.distinctId }]
    await flags.create({ key: 'mine', filters: { groups: [{ properties }] } })
    expect(answers(await evaluateMyFlags(await as(member), {}))).toEqual([
      ['mine', 'mine', true],
      ['a', 'a', true],
      ['off', 'off', false],
      ['b', 'b', true],
    ])
  })

  it('PROTO-13 decides one flag by its id, unless it is deleted or of another project', async () => {
    const { context, flags, b } = await deckOfThree()
    expect(await evaluateFlag(context, b.id, ADA)).toMatchObject({
      flag: { key: 'b' },
      decision: { enabled: true },
      explanation: { key: 'b', conditions: [{ matched: true }] },
    })
    await flags.delete(b.id)
    await expect(evaluateFlag(context, b.id, ADA)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(evaluateFlag(context, 999_999, ADA)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('PROTO-11 is for keys that read flags', async () => {
    const { as, member, b } = await deckOfThree()
    const blind = await as(member, { scopes: ['dashboard:read'] })
    const refused = { kind: 'permission_denied' }
    await expect(evaluateFlags(blind, ADA)).rejects.toMatchObject(refused)
    await expect(evaluateMyFlags(blind, {})).rejects.toMatchObject(refused)
    await expect(evaluateFlag(blind, b.id, ADA)).rejects.toMatchObject(refused)
  })
})
