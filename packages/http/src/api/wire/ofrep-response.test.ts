import { compileDefinitions, type FlagDefinition, type FlagFilters, type Subject } from '@flagdeck/core'
import { definitionsDocument, flagDefinition } from '@flagdeck/core/fixtures'
import { describe, expect, it } from 'vitest'
import { ofrepFailureSchema, ofrepItem, ofrepSuccessSchema } from './ofrep-response.ts'

const EVERYBODY = [{ rollout_percentage: 100 }]
const VARIANTS = [
  { key: 'red', rollout_percentage: 50 },
  { key: 'blue', rollout_percentage: 50 },
]
const forPlan = (rollout_percentage: number) => [
  { rollout_percentage, properties: [{ key: 'plan', type: 'person' as const, value: 'pro' }] },
]

function definition(filters: FlagFilters, changes: Partial<FlagDefinition> = {}): FlagDefinition {
  return flagDefinition({ id: 3, version: 5, filters, ...changes })
}

const PRO: Subject = { distinctId: 'ada', properties: { plan: 'pro' } }

/** The result of a flag over OFREP, validated against its schema. */
function itemOf(flag: FlagDefinition) {
  const snapshot = compileDefinitions(definitionsDocument([flag]))
  const item = ofrepItem({ flag, decision: snapshot.evaluate(flag.key, PRO) })
  const schema = 'errorCode' in item ? ofrepFailureSchema : ofrepSuccessSchema
  expect(schema.parse(item)).toEqual(item)
  return item
}

describe('PROTO-21 the value', () => {
  const multivariate = { variants: VARIANTS }

  it('of a flag without variants is whether it is on', () => {
    expect(itemOf(definition({ groups: EVERYBODY }))).toEqual({
      key: 'flag',
      value: true,
      reason: 'STATIC',
      variant: 'true',
      metadata: { flagId: 3, version: 5, reason: 'condition_match', conditionIndex: 0 },
    })
    expect(itemOf(definition({ groups: [] }))).toMatchObject({ value: false, variant: 'false', reason: 'UNKNOWN' })
    expect(itemOf(definition({ groups: EVERYBODY }, { active: false }))).toMatchObject({
      value: false,
      variant: 'false',
      reason: 'DISABLED',
    })
  })

  it('of a flag with variants is the key of one, and missing while it is off', () => {
    const on = itemOf(definition({ groups: [{ variant: 'blue' }], multivariate }))
    expect(on).toMatchObject({ value: 'blue', variant: 'blue', reason: 'STATIC' })
    for (const off of [
      itemOf(definition({ groups: [], multivariate })),
      itemOf(definition({ groups: EVERYBODY, multivariate }, { active: false })),
    ]) {
      expect(off).not.toHaveProperty('value')
      expect(off).toMatchObject({ variant: 'default' })
    }
  })

  it('is missing for those whom no variant takes', () => {
    const none = { variants: [{ key: 'red', rollout_percentage: 0 }] }
    const item = itemOf(definition({ groups: EVERYBODY, multivariate: none }))
    expect(item).not.toHaveProperty('value')
    expect(item).toMatchObject({ metadata: { reason: 'condition_match' } })
  })

  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['[]', []],
    ['0', 0],
    ['1.5', 1.5],
    ['false', false],
    ['"text"', 'text'],
    ['""', ''],
    ['no JSON', 'no JSON'],
  ])('of remote configuration is the payload: %s', (payload, value) => {
    const filters = { groups: EVERYBODY, payloads: { true: payload } }
    const item = itemOf(definition(filters, { is_remote_configuration: true }))
    expect(item).toMatchObject({ value, metadata: { payload } })
  })

  it('of remote configuration is missing without a payload, and while it is off', () => {
    const configured = { is_remote_configuration: true } as const
    const payloads = { true: '1' }
    for (const item of [
      itemOf(definition({ groups: EVERYBODY }, configured)),
      itemOf(definition({ groups: EVERYBODY, payloads: { true: 'null' } }, configured)),
      itemOf(definition({ groups: [], payloads }, configured)),
      itemOf(definition({ groups: EVERYBODY, payloads }, { ...configured, active: false })),
    ]) {
      expect(item).not.toHaveProperty('value')
    }
  })

  it('comes with the payload as text', () => {
    const filters = { groups: EVERYBODY, payloads: { true: '{"a":1}' } }
    expect(itemOf(definition(filters))).toMatchObject({ value: true, metadata: { payload: '{"a":1}' } })
  })

  it('of a flag that is held out keeps its type', () => {
    const holdout = { id: 4, exclusion_percentage: 100 }
    const held = { variant: 'holdout-4', reason: 'SPLIT' }
    expect(itemOf(definition({ groups: EVERYBODY, holdout }))).toMatchObject({ value: true, ...held })
    expect(itemOf(definition({ groups: EVERYBODY, holdout, multivariate }))).toMatchObject({
      value: 'holdout-4',
      ...held,
    })
  })
})

describe('PROTO-22 the reason', () => {
  it.each([
    ['STATIC', { groups: EVERYBODY }],
    ['STATIC', { groups: [{}], multivariate: { variants: [{ key: 'red', rollout_percentage: 100 }] } }],
    ['SPLIT', { groups: [{ rollout_percentage: 99.9999 }] }],
    ['SPLIT', { groups: EVERYBODY, multivariate: { variants: VARIANTS } }],
    ['SPLIT', { groups: [{ variant: 'unknown' }], multivariate: { variants: VARIANTS } }],
    ['SPLIT', { groups: forPlan(99.9999) }],
    ['TARGETING_MATCH', { groups: forPlan(100) }],
    ['TARGETING_MATCH', { groups: [...forPlan(100), {}] }],
    ['UNKNOWN', { groups: [{ rollout_percentage: 0 }] }],
    ['UNKNOWN', { groups: [{ aggregation_group_type_index: 0 }] }],
  ] satisfies [string, FlagFilters][])('is %s for %j', (reason, filters) => {
    expect(itemOf(definition(filters))).toMatchObject({ reason })
  })
})

it('PROTO-23 a flag that failed is a failure of its own', () => {
  const properties = [{ key: 'id', type: 'cohort' as const, value: 7, operator: 'in' as const }]
  expect(itemOf(definition({ groups: [{ properties }] }))).toEqual({
    key: 'flag',
    errorCode: 'GENERAL',
    errorDetails: expect.stringContaining('Feature flag cannot be evaluated'),
    metadata: {},
  })
})

it('PROTO-23 damaged filters break nothing', () => {
  for (const filters of [null, 5, {}, { groups: 5 }, { groups: [null], multivariate: { variants: 5 } }]) {
    for (const active of [true, false]) {
      expect(() => itemOf(definition(filters as unknown as FlagFilters, { active }))).not.toThrow()
    }
  }
})
