import { describe, expect, it, vi } from 'vitest'
import type { Scope } from '../../data/records/scope.ts'
import type { CohortCriterion } from '../../evaluation/definition/cohort-criteria.ts'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { OPERATORS } from '../../evaluation/definition/operator.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { insertCohort } from '../../testing/seed-tenant.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import { addCohortMembers } from '../cohorts/change-cohort-members.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { saveGroup } from '../persons/save-group.ts'
import { setPersonProperties } from '../persons/set-person-properties.ts'
import { blastRadii, blastRadius } from './blast-radius.ts'
import type { BlastRadiusInput } from './blast-radius-input.ts'

type Operator = NonNullable<PropertyFilter['operator']>

const person = (key: string, operator: Operator, value: PropertyFilter['value']): PropertyFilter => ({
  key,
  type: 'person',
  operator,
  value,
})
const group = (key: string, operator: Operator, value: PropertyFilter['value'], index = 1): PropertyFilter => ({
  key,
  type: 'group',
  operator,
  value,
  group_type_index: index,
})
const PRO = person('plan', 'exact', 'pro')

/** Returns a deck with these persons, by distinct id. */
async function deckWith(persons: Readonly<Record<string, JsonObject>>, options: TestDeckOptions = {}) {
  const deck = await testDeck({ ...options, project: { groupTypes: ['organization', 'company'], ...options.project } })
  for (const [id, properties] of Object.entries(persons)) await setPersonProperties(deck.context, id, { properties })
  const reach = async (properties: readonly PropertyFilter[], groupTypeIndex: number | null = null) => {
    const { affected, total } = await deck.flags.blastRadius({ condition: { properties }, groupTypeIndex })
    return [affected, total]
  }
  return { ...deck, reach }
}

const FOUR = { a: { plan: 'pro' }, b: { plan: 'free' }, c: { plan: 'pro', age: 25 }, d: {} }

describe('the blast radius of a condition', () => {
  it('IMPACT-31 is not counted where no person, or no group of the type, is stored', async () => {
    const { context } = await deckWith({})
    const none = { affected: 0, total: 0, counted: false, complete: true }
    expect(await blastRadius(context, { condition: null })).toEqual(none)
    expect(await blastRadius(context, { condition: null, groupTypeIndex: 0 })).toEqual(none)
    expect(await blastRadii(context, [{ condition: null }])).toEqual([none])
  })

  it('IMPACT-1 is how many of the known persons it matches', async () => {
    const { context, reach } = await deckWith(FOUR)
    expect(await blastRadius(context, { condition: { properties: [PRO] } })).toEqual({
      affected: 2,
      total: 4,
      counted: true,
      complete: true,
    })
    expect(await reach([PRO, person('age', 'exact', '25')])).toEqual([1, 4])
    expect(await reach([person('plan', 'is_not', 'pro')])).toEqual([2, 4])
    expect(await reach([person('distinct_id', 'exact', ['a', 'b', 'z'])])).toEqual([2, 4])
  })

  it('IMPACT-1 counts nobody of another project', async () => {
    const { deck, store, project, reach } = await deckWith(FOUR)
    const other = await store.write((tx) =>
      tx.projects.insert({
        ...project,
        uuid: 'other',
        apiToken: 'phc_other',
        secretApiToken: 'phs_other',
        name: 'Other',
      }),
    )
    const { context } = await deck.project(other.id)
    await setPersonProperties(context, 'a', { properties: { plan: 'pro' } })
    expect(await reach([PRO])).toEqual([2, 4])
    expect(await blastRadius(context, { condition: null })).toMatchObject({ affected: 1, total: 1 })
  })

  it('IMPACT-1 is how many groups of the type it matches, with a type', async () => {
    const { context, reach } = await deckWith(FOUR)
    for (const [groupTypeIndex, groupKey, seats] of [
      [1, 'acme', 7],
      [1, 'initech', 3],
      [0, 'acme', 9],
    ] as const) {
      await saveGroup(context, { groupTypeIndex, key: groupKey, properties: { seats } })
    }
    expect(await reach([group('seats', 'gt', '5')], 1)).toEqual([1, 2])
    expect(await reach([group('$group_key', 'icontains', 'ACME')], 1)).toEqual([1, 2])
    expect(await reach([group('$group_key', 'is_not', ['acme', 'hooli'])], 1)).toEqual([1, 2])
    expect(await reach([group('seats', 'gt', '5', 0)], 0)).toEqual([1, 1])
    expect(await reach([], 1)).toEqual([2, 2])
  })

  it('IMPACT-2 compares as evaluation does', async () => {
    const { reach } = await deckWith({ a: { age: 25 }, b: { age: '25' }, c: { age: true }, d: { seen: '2025-12-30' } })
    expect(await reach([person('age', 'exact', 25)])).toEqual([2, 4])
    expect(await reach([person('age', 'exact', 'TRUE')])).toEqual([1, 4])
    expect(await reach([person('seen', 'is_date_after', '-7d')])).toEqual([1, 4])
    expect(await reach([person('$initial_browser', 'is_set', 'is_set')])).toEqual([0, 4])
  })

  it("IMPACT-2 follows the project's own way to compare", async () => {
    const persons = { a: { beta: 'banana' }, b: { beta: true } }
    const old = await deckWith(persons, { project: { propertyMatchingVersion: 1 } })
    expect(await old.reach([person('beta', 'exact', 'false')])).toEqual([1, 2])
    const { reach } = await deckWith(persons, { project: { propertyMatchingVersion: 2 } })
    expect(await reach([person('beta', 'exact', 'false')])).toEqual([0, 2])
  })

  it('IMPACT-2 knows who is in which cohort, listed or by rule, one in another', async () => {
    const { context, reach } = await deckWith(FOUR)
    const list = await createCohort(context, { name: 'List', isStatic: true })
    const nested = { type: 'OR', values: [{ key: 'id', type: 'cohort', value: list.id }, PRO] } as const
    const rule = await createCohort(context, { name: 'Rule', filters: { properties: nested } as unknown as JsonObject })
    await addCohortMembers(context, list.id, ['a', 'b', 'never seen'])
    const cohort = (value: number, operator: Operator): PropertyFilter => ({
      key: 'id',
      type: 'cohort',
      operator,
      value,
    })
    expect(await reach([cohort(list.id, 'in')])).toEqual([2, 4])
    expect(await reach([cohort(list.id, 'not_in')])).toEqual([2, 4])
    expect(await reach([cohort(rule.id, 'in')])).toEqual([3, 4])
    expect(await reach([cohort(list.id, 'in'), PRO])).toEqual([1, 4])
  })

  it('IMPACT-3 looks neither at the rollout percentage nor at other flags', async () => {
    const { context, reach, flags } = await deckWith(FOUR)
    const { id } = await flags.create({ key: 'base', filters: { groups: [{ rollout_percentage: 0 }] } })
    const looks: PropertyFilter = { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true }
    expect(await reach([looks, PRO])).toEqual([2, 4])
    expect(await reach([{ ...looks, key: '404' }])).toEqual([4, 4])
    const condition = { properties: [PRO], rollout_percentage: 0 }
    expect(await blastRadius(context, { condition })).toMatchObject({ affected: 2 })
  })

  it.each([101, -1, '50', true, [50]])('IMPACT-3 takes no rollout of %j, which is no percentage', async (sent) => {
    const { context } = await deckWith(FOUR)
    const condition = { properties: [PRO], rollout_percentage: sent as number } // requests can contain any value
    await expect(blastRadius(context, { condition })).rejects.toMatchObject({
      attr: 'condition',
      code: expect.stringMatching(/^(min_value|max_value|invalid_input)$/),
      path: 'rollout_percentage',
      message: expect.stringMatching(/^rollout_percentage: /),
    })
  })

  it('IMPACT-4 is everybody when nothing is asked for', async () => {
    const { context } = await deckWith(FOUR)
    for (const condition of [null, {}, { properties: null }, { properties: [] }, { rollout_percentage: 3 }]) {
      expect(await blastRadius(context, { condition })).toMatchObject({ affected: 4, total: 4 })
    }
    const missing = blastRadius(context, {} as unknown as BlastRadiusInput)
    await expect(missing).rejects.toMatchObject({
      code: 'invalid_input',
      attr: null,
      message: 'Missing condition for which to get blast radius',
    })
  })

  it('IMPACT-4 is nobody while nobody is known', async () => {
    const { reach } = await deckWith({})
    expect(await reach([])).toEqual([0, 0])
  })
})

describe('IMPACT-30 several conditions', () => {
  it('have the outcomes that each has by itself, in one pass', async () => {
    const { context, flags, store } = await deckWith(FOUR)
    await saveGroup(context, { groupTypeIndex: 1, key: 'acme', properties: { seats: 7 } })
    const conditions: BlastRadiusInput[] = [
      { condition: { properties: [PRO] } },
      { condition: { properties: [person('plan', 'regex', '(')] } },
      { condition: { properties: [group('seats', 'gt', '5')] }, groupTypeIndex: 1 },
      { condition: null },
    ]
    const reads = vi.spyOn(store, 'read')
    const outcomes = await flags.blastRadii(conditions)
    const pages = reads.mock.calls.length - 1 // one query validates all conditions
    expect(pages).toBe(2)
    for (const [index, input] of conditions.entries()) {
      const alone = await flags.blastRadius(input).catch((refused: unknown) => ({ refused }))
      expect(outcomes[index]).toEqual(alone)
    }
    expect(outcomes[1]).toMatchObject({ refused: { attr: 'condition', kind: 'validation' } })
  })

  it('are at most 100, each an object', async () => {
    const { flags } = await deckWith(FOUR)
    const all = (count: number) => Array.from({ length: count }, () => ({ condition: null }))
    expect(await flags.blastRadii(all(100))).toHaveLength(100)
    await expect(flags.blastRadii(all(101))).rejects.toMatchObject({ attr: 'conditions' })
    await expect(flags.blastRadii('x' as never)).rejects.toMatchObject({ attr: 'conditions' })
  })

  it('are rounded for callers that may not read persons, and refused where they name one', async () => {
    const { as, member } = await deckWith(FOUR)
    const ctx = await as(member, keyed(['feature_flag:read']))
    const named = { condition: { properties: [person('distinct_id', 'exact', 'a')] } }
    expect(await blastRadii(ctx, [named, { condition: null }])).toMatchObject([
      { refused: { kind: 'permission_denied' } },
      { affected: 0, total: 0, counted: false },
    ])
    await expect(blastRadii(await as(member, keyed(['person:read'])), [])).rejects.toMatchObject({
      kind: 'permission_denied',
    })
  })
})

describe('a condition', () => {
  it.each([
    ['no object', 'all', 'not_a_dict', 'Expected a dictionary of items but got type "str".'],
    ['a list', [], 'not_a_dict', 'Expected a dictionary of items but got type "list".'],
    [
      'filters that are no list',
      { properties: 'x' },
      'not_a_list',
      'properties: Expected a list of items but got type "str".',
    ],
    [
      'an unknown operator',
      { properties: [{ ...PRO, operator: 'foo' }] },
      'invalid_choice',
      `properties[0].operator: "foo" is not a valid choice. Choose one of: ${OPERATORS.join(', ')}.`,
    ],
    [
      'a group type beyond the fifth',
      { aggregation_group_type_index: 5 },
      'max_value',
      'aggregation_group_type_index: Ensure this value is less than or equal to 4.',
    ],
    [
      'a pattern that does not compile',
      { properties: [PRO, person('plan', 'regex', '(')] },
      'invalid_input',
      'properties[1].value: invalid regex pattern',
    ],
    [
      'a value of the wrong kind',
      { properties: [person('plan', 'icontains', ['x'])] },
      'operator_requires_string_value',
      'properties[0].value: Operator icontains requires a string value.',
    ],
    [
      'a group filter for persons',
      { properties: [group('seats', 'gt', '5')] },
      'person_aggregation_property_type',
      'properties[0]: Person-aggregated conditions can only use person, cohort, and flag properties.',
    ],
    [
      'a cohort that is not there',
      { properties: [{ key: 'id', type: 'cohort', operator: 'in', value: 5151 }] },
      'cohort_does_not_exist',
      'Cohort with id 5151 does not exist',
    ],
  ])('IMPACT-5 is refused with %s', async (_, condition, code, message) => {
    const { context } = await deckWith({})
    const asked = blastRadius(context, { condition } as unknown as BlastRadiusInput)
    await expect(asked).rejects.toMatchObject({ kind: 'validation', attr: 'condition', code, message })
  })

  it('IMPACT-5 has a size', async () => {
    const { context } = await deckWith({}, { limits: { maxFiltersBytes: 100 } })
    const asked = blastRadius(context, { condition: { properties: [person('plan', 'exact', 'x'.repeat(100))] } })
    await expect(asked).rejects.toMatchObject({
      attr: 'condition',
      message: /^Condition filters exceed maximum size of 100/,
    })
  })

  it.each([
    ['a type that is not there', [], 4],
    ['an index that cannot be', [], -1],
    ['filters on another type', [group('seats', 'gt', '5', 0)], 1],
    ['filters that name no type', [{ ...group('seats', 'gt', '5'), group_type_index: null }], 1],
    ['filters on persons', [PRO], 1],
  ])('IMPACT-6 on groups is refused with %s', async (_, properties, groupTypeIndex) => {
    const { reach } = await deckWith({})
    await expect(reach(properties, groupTypeIndex)).rejects.toMatchObject({
      code: 'invalid_input',
      attr: null,
      message: 'Invalid group type index for feature flag condition.',
    })
  })

  it('IMPACT-6 compares the key of a group in six ways', async () => {
    const { context, reach } = await deckWith({})
    await saveGroup(context, { groupTypeIndex: 1, key: 'acme', properties: {} })
    for (const operator of ['exact', 'is_not', 'icontains', 'not_icontains', 'regex', 'not_regex'] as const) {
      expect(await reach([group('$group_key', operator, 'acme')], 1)).toEqual([operator.includes('not') ? 0 : 1, 1])
    }
    await expect(reach([group('x', 'is_set', ''), group('$group_key', 'is_set', '')], 1)).rejects.toMatchObject({
      attr: 'condition',
      message: /^properties\[1\]\.operator: \$group_key does not support is_set/,
    })
  })

  it('IMPACT-2 knows the cohorts and group types of this moment', async () => {
    const { reach, store, project } = await deckWith(FOUR, { checkIntervalMs: 1e9 })
    await reach([])
    // Written as by another process, so this one is not notified.
    const properties = { type: 'AND', values: [{ type: 'AND', values: [{ ...PRO }] }] } as unknown as JsonObject
    const cohort = await store.write(async (tx) => {
      const projectVersion = await tx.projects.raiseVersion(project.id)
      return insertCohort(tx, { projectId: project.id, isStatic: false, properties, projectVersion })
    })
    expect(await reach([{ key: 'id', type: 'cohort', operator: 'in', value: cohort.id }])).toEqual([2, 4])
  })
})

const keyed = (scopes: readonly Scope[]) => ({ scopes })

it('IMPACT-24 a key needs feature_flag:read, and gets exact numbers with person:read', async () => {
  const { as, member, deck, project } = await deckWith(FOUR)
  const exact = { affected: 4, total: 4 }
  const ask = async (...scopes: readonly Scope[]) => blastRadius(await as(member, keyed(scopes)), { condition: null })
  await expect(ask('person:read')).rejects.toMatchObject({ kind: 'permission_denied' })
  expect(await ask('feature_flag:read', 'person:read')).toMatchObject(exact)
  expect(await ask('*')).toMatchObject(exact)
  const hers = await deck.as(member).project(project.id)
  expect(await hers.flags.blastRadius({ condition: null })).toMatchObject(exact)
})

describe('a caller who may not read persons', () => {
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, { n, plan: n < 9 ? 'pro' : 'free' }]))

  it('IMPACT-25 hears numbers in tens, and nothing of fewer', async () => {
    const { context, as, member } = await deckWith(numbered(23))
    const ctx = await as(member, keyed(['feature_flag:read', 'group:read']))
    const ask = async (...properties: PropertyFilter[]) => {
      const { affected, total } = await blastRadius(ctx, { condition: { properties } })
      return [affected, total]
    }
    expect(await ask()).toEqual([20, 20])
    expect(await ask(PRO)).toEqual([0, 20])
    expect(await ask(person('plan', 'is_not', 'pro'))).toEqual([10, 20])
    // Single values are not revealed.
    for (const n of [0, 1, 22, 23]) expect(await ask(person('n', 'exact', n))).toEqual([0, 20])
    expect(await ask(person('n', 'lt', '10'))).toEqual([10, 20])
    await saveGroup(context, { groupTypeIndex: 1, key: 'acme' })
    expect(await blastRadius(ctx, { condition: null, groupTypeIndex: 1 })).toMatchObject({ affected: 1, total: 1 })
    const persons = await as(member, keyed(['feature_flag:read', 'person:read']))
    expect(await blastRadius(persons, { condition: null, groupTypeIndex: 1 })).toMatchObject({ affected: 0, total: 0 })
  })

  it('IMPACT-26 names nobody', async () => {
    const { context, as, member } = await deckWith(numbered(3))
    const ctx = await as(member, keyed(['feature_flag:read', 'cohort:write']))
    const values = [person('distinct_id', 'exact', 'p1')] as unknown as CohortCriterion[]
    const named = await createCohort(context, { name: 'Named', filters: { properties: { type: 'OR', values } } })
    const nested = [{ key: 'id', type: 'cohort', value: named.id }] as const
    const outer = await createCohort(context, {
      name: 'Outer',
      filters: { properties: { type: 'AND', values: nested } },
    })
    const ask = (properties: readonly PropertyFilter[], groupTypeIndex: number | null = null) =>
      blastRadius(ctx, { condition: { properties }, groupTypeIndex })
    const missing = (scope: string) => ({ message: `API key missing required scope '${scope}'` })
    const inCohort: PropertyFilter = { key: 'id', type: 'cohort', operator: 'in', value: outer.id }
    for (const filter of [person('distinct_id', 'icontains', 'p'), inCohort]) {
      await expect(ask([filter])).rejects.toMatchObject(missing('person:read'))
    }
    await expect(ask([group('$group_key', 'exact', 'acme')], 1)).rejects.toMatchObject(missing('group:read'))
  })
})
