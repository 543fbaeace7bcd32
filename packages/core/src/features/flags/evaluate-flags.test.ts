import { describe, expect, it } from 'vitest'
import type { Scope } from '../../data/records/scope.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { saveGroup } from '../persons/save-group.ts'
import { setPersonProperties } from '../persons/set-person-properties.ts'
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

describe('an explanation of a flag', () => {
  /**
   * Returns a deck with a flag that reads stored data of a person in every possible way, and one that reads a group's.
   */
  async function deckThatKnows() {
    const deck = await testDeck({ project: { groupTypes: ['company'] } })
    const { context, flags } = deck
    const person = (key: string) => ({ key, type: 'person' as const, value: 'x', operator: 'is_not' as const })
    await setPersonProperties(context, 'ada', { properties: { plan: 'secret', $device_id: 'device-secret' } })
    await saveGroup(context, { groupTypeIndex: 0, key: 'acme', properties: { size: 'secret' } })
    const properties = { type: 'AND', values: [{ type: 'AND', values: [person('plan')] }] }
    const cohort = await createCohort(context, { name: 'C', filters: { properties } } as Parameters<
      typeof createCohort
    >[1])
    const inner = await flags.create({ key: 'inner', filters: { groups: [{ properties: [person('plan')] }] } })
    const flag = await flags.create({
      key: 'asking',
      bucketingIdentifier: 'device_id',
      filters: {
        groups: [
          {
            properties: [
              person('plan'),
              person('distinct_id'),
              { key: 'id', type: 'cohort', operator: 'in', value: cohort.id },
              { key: String(inner.id), type: 'flag', operator: 'flag_evaluates_to', value: true },
            ],
          },
        ],
      },
    })
    const size = { key: 'size', type: 'group' as const, group_type_index: 0, operator: 'is_set' as const, value: '' }
    const groups = [{ aggregation_group_type_index: 0, properties: [size, { ...size, key: '$group_key' }] }]
    const company = await flags.create({ key: 'company', filters: { groups } })
    const explain = async (scopes: readonly Scope[], flagId: number, more = {}) => {
      const ctx = await deck.as(deck.member, { scopes })
      return (await evaluateFlag(ctx, flagId, { distinctId: 'ada', groups: { company: 'acme' }, ...more })).explanation
    }
    return { ...deck, flag, company, explain }
  }

  const seen = ({ conditions }: Awaited<ReturnType<typeof evaluateFlag>>['explanation']) =>
    conditions.flatMap(({ filters }) => filters.map((filter) => filter.seen))

  it('PROTO-16 shows what is stored of persons to keys that read persons, wherever it is in the tree', async () => {
    const { flag, explain } = await deckThatKnows()
    const open = await explain(['feature_flag:read', 'person:read'], flag.id)
    expect(seen(open)).toEqual(['secret', 'ada', true, true])
    expect(JSON.stringify(open).match(/device-secret|"secret"/g)).toHaveLength(4)
    const shut = await explain(['feature_flag:read', 'group:read'], flag.id)
    expect(seen(shut)).toEqual([null, 'ada', true, true])
    expect(JSON.stringify(shut)).not.toMatch(/secret/)
    expect(shut.decision).toEqual(open.decision)
    const passes = ({ conditions }: typeof open) =>
      conditions[0]?.filters.map(({ passed, isMissing }) => [passed, isMissing])
    expect(passes(shut)).toEqual(passes(open))
  })

  it('PROTO-16 shows what the request says itself', async () => {
    const { flag, explain } = await deckThatKnows()
    const own = await explain(['feature_flag:read'], flag.id, { properties: { plan: 'sent', $device_id: 'd' } })
    expect(seen(own)).toEqual(['sent', 'ada', true, true])
    expect(own.conditions[0]?.identifier.value).toBe('d')
    const cut = await explain(['feature_flag:read'], flag.id, { deviceId: 'e' })
    expect(cut.conditions[0]?.identifier.value).toBe('e')
  })

  it('PROTO-16 shows what is stored of groups to keys that read groups', async () => {
    const { company, explain } = await deckThatKnows()
    expect(seen(await explain(['feature_flag:read', 'group:read'], company.id))).toEqual(['secret', 'acme'])
    expect(seen(await explain(['feature_flag:read', 'person:read'], company.id))).toEqual([null, 'acme'])
    const groupProperties = { company: { size: 'sent' } }
    expect(seen(await explain(['feature_flag:read'], company.id, { groupProperties }))).toEqual(['sent', 'acme'])
  })
})
