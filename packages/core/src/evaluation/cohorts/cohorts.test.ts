import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { definitionsDocument, flagWith, personFilter } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from '../compile-definitions.ts'
import type { Decision } from '../definition/decision.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'

type Cohorts = Readonly<Record<string, JsonValue>>

function decide(cohorts: Cohorts, filter: Partial<PropertyFilter>, properties: Record<string, JsonValue>): Decision {
  const cohortFilter: PropertyFilter = { key: 'id', type: 'cohort', operator: 'in', value: 1, ...filter }
  const document = definitionsDocument([flagWith([{ properties: [cohortFilter] }])], { cohorts })
  return compileDefinitions(document).evaluate('flag', { distinctId: 'ada', properties })
}

const plan = (value: string, negation = false): JsonValue => ({
  key: 'plan',
  type: 'person',
  operator: 'exact',
  value,
  negation,
})
const nested = (id: number, rest: Record<string, JsonValue> = {}): JsonValue => ({
  key: 'id',
  type: 'cohort',
  value: id,
  ...rest,
})
const pros = { type: 'OR', values: [{ type: 'AND', values: [plan('pro')] }] }

describe('EVAL-34 a filter on a cohort', () => {
  test.each([
    ['in', true],
    ['exact', true],
    [null, true],
    ['not_in', false],
    ['icontains', false],
  ] as const)('with operator %s answers %s for a member', (operator, expected) => {
    expect(decide({ 1: pros }, { operator }, { plan: 'pro' }).enabled).toBe(expected)
  })

  test('with not_in is for those outside', () => {
    expect(decide({ 1: pros }, { operator: 'not_in' }, { plan: 'free' }).enabled).toBe(true)
  })

  test('takes the id of the cohort as a number or as text', () => {
    expect(decide({ 1: pros }, { value: '1' }, { plan: 'pro' }).enabled).toBe(true)
  })

  test('EVAL-37 fails when the cohort is not among the definitions', () => {
    const reason = { code: 'evaluation_failed', description: expect.stringContaining('cohort 9') }
    expect(decide({ 1: pros }, { value: 9 }, {})).toMatchObject({ failed: true, reason })
    expect(decide({ 1: pros }, { value: 9, operator: 'not_in' }, {})).toMatchObject({ failed: true, reason })
    expect(decide({}, { value: 'constructor' }, {}).failed).toBe(true)
  })

  test('is asked after the other filters of its condition set', () => {
    const filters = [{ key: 'id', type: 'cohort', value: 9 } as const, personFilter('plan', 'exact', 'pro')]
    const snapshot = compileDefinitions(definitionsDocument([flagWith([{ properties: filters }])]))
    expect(snapshot.evaluate('flag', { distinctId: 'ada' }).reason.code).toBe('no_condition_match')
  })
})

describe('EVAL-35 EVAL-36 a cohort', () => {
  test.each([
    ['AND of all', { type: 'AND', values: [plan('pro'), plan('free', true)] }, true],
    ['AND of some', { type: 'AND', values: [plan('pro'), plan('free')] }, false],
    ['OR of some', { type: 'OR', values: [plan('free'), plan('pro')] }, true],
    ['OR of none', { type: 'OR', values: [plan('free'), plan('team')] }, false],
    ['negated part under OR', { type: 'OR', values: [plan('free'), plan('team', true)] }, true],
    ['group named property', { type: 'property', values: [plan('pro')] }, true],
    ['empty AND', { type: 'AND', values: [] }, true],
    ['empty OR', { type: 'OR', values: [] }, false],
    ['empty object', {}, false],
    ['groups beside filters', { type: 'AND', values: [plan('pro'), { type: 'OR', values: [plan('pro')] }] }, true],
    ['filters beside groups', { type: 'AND', values: [{ type: 'OR', values: [plan('x')] }, plan('pro')] }, false],
  ] as const)('%s', (_, cohort, expected) => {
    expect(decide({ 1: cohort }, {}, { plan: 'pro' }).enabled).toBe(expected)
  })

  test('may nest others, negated or not, under AND and OR alike', () => {
    const isMember = (leaf: JsonValue, type: string) =>
      decide({ 1: { type, values: [leaf] }, 2: pros }, {}, { plan: 'pro' }).enabled
    for (const type of ['AND', 'OR']) {
      expect(isMember(nested(2), type)).toBe(true)
      expect(isMember(nested(2, { operator: 'exact' }), type)).toBe(true)
      expect(isMember(nested(2, { negation: true }), type)).toBe(false)
      expect(isMember(nested(2, { operator: 'not_in' }), type)).toBe(false)
      expect(isMember(nested(2, { operator: 'not_in', negation: true }), type)).toBe(true)
    }
  })

  test('EVAL-37 that contains itself fails, and does not run forever', () => {
    const cohorts = { 1: { type: 'AND', values: [nested(2)] }, 2: { type: 'AND', values: [nested(1)] } }
    expect(decide(cohorts, {}, {})).toMatchObject({ failed: true })
  })

  test('that nests another in many ways asks it once', () => {
    const cohorts: Record<string, JsonValue> = { 0: { type: 'OR', values: [plan('free')] } }
    for (let id = 1; id <= 60; id++) cohorts[id] = { type: 'OR', values: [nested(id - 1), nested(id - 1)] }
    expect(decide(cohorts, { value: 60 }, { plan: 'pro' }).enabled).toBe(false)
    expect(decide(cohorts, { value: 60 }, { plan: 'free' }).enabled).toBe(true)
  })

  test('EVAL-37 with criteria on events fails', () => {
    const behavioral = { type: 'AND', values: [{ key: '$pageview', type: 'behavioral', value: 'performed_event' }] }
    expect(decide({ 1: behavioral }, {}, {}).reason.description).toContain('"behavioral"')
  })

  test('is about the person, also in a flag on groups', () => {
    const flag = flagWith([{ properties: [{ key: 'id', type: 'cohort', value: 1 }] }], {
      aggregation_group_type_index: 0,
    })
    const snapshot = compileDefinitions(definitionsDocument([flag], { cohorts: { 1: pros } }))
    const subject = { distinctId: 'ada', properties: { plan: 'pro' }, groups: { organization: 'acme' } }
    expect(snapshot.isEnabled('flag', subject)).toBe(true)
  })

  test('is asked anew for every subject', () => {
    const document = definitionsDocument([flagWith([{ properties: [{ key: 'id', type: 'cohort', value: 1 }] }])], {
      cohorts: { 1: pros },
    })
    const snapshot = compileDefinitions(document)
    expect(snapshot.isEnabled('flag', { distinctId: 'a', properties: { plan: 'pro' } })).toBe(true)
    expect(snapshot.isEnabled('flag', { distinctId: 'a', properties: { plan: 'free' } })).toBe(false)
  })
})

describe('EVAL-42 a static cohort', () => {
  const inCohort = (value: number | string, operator: 'in' | 'not_in' = 'in') =>
    flagWith([{ properties: [{ key: 'id', type: 'cohort', operator, value }] }])
  const snapshotOf = (flag = inCohort(7), cohorts: Cohorts = {}) =>
    compileDefinitions({ ...definitionsDocument([flag], { cohorts }), static_cohort_ids: [7, '8'] })

  test.each([
    [7, [7], true],
    [7, ['7'], true],
    ['8', [8], true],
    [8, [9, '8'], true],
    [7, [8], false],
    [7, [], false],
    [7, undefined, false],
  ])('%j has those as members who name it: %j', (id, cohortIds, expected) => {
    const subject = { distinctId: 'ada', ...(cohortIds && { cohortIds }) }
    expect(snapshotOf(inCohort(id)).isEnabled('flag', subject)).toBe(expected)
    expect(snapshotOf(inCohort(id, 'not_in')).isEnabled('flag', subject)).toBe(!expected)
  })

  test('may be part of one with criteria', () => {
    const cohorts = { 1: { type: 'AND', values: [nested(7), plan('pro')] } }
    const isIn = (properties: Record<string, string>, cohortIds: readonly number[]) =>
      snapshotOf(inCohort(1), cohorts).isEnabled('flag', { distinctId: 'ada', properties, cohortIds })
    expect([isIn({ plan: 'pro' }, [7]), isIn({ plan: 'pro' }, []), isIn({}, [7])]).toEqual([true, false, false])
  })

  test('EVAL-37 that the project does not have fails the flag, whatever the subject says', () => {
    expect(snapshotOf(inCohort(9)).evaluate('flag', { distinctId: 'ada', cohortIds: [9] })).toMatchObject({
      failed: true,
      reason: { description: expect.stringContaining('cohort 9 is not in the definitions') },
    })
  })

  test('is known from the next snapshot on', () => {
    const { flags, ...settings } = definitionsDocument([inCohort(7)])
    const member = { distinctId: 'ada', cohortIds: [7] }
    const before = compileDefinitions({ flags, ...settings })
    const after = replaceDefinitions(before, { version: 2, settings: { ...settings, static_cohort_ids: [7] } })
    expect([before.isEnabled('flag', member), after.isEnabled('flag', member)]).toEqual([false, true])
  })

  test('EVAL-2 is nobody to a subject that makes no sense', () => {
    expect(snapshotOf().isEnabled('flag', { distinctId: 'ada', cohortIds: '7' as never })).toBe(false)
  })
})

test('EVAL-4 a cohort that failed one flag fails the next with the same reason', () => {
  const flags = ['a', 'b'].map((key, index) => ({
    ...flagWith([{ properties: [{ key: 'id', type: 'cohort' as const, value: 9 }] }]),
    key,
    id: index,
  }))
  const [first, second] = compileDefinitions(definitionsDocument(flags)).evaluateAll({ distinctId: 'ada' })
  expect(second?.reason).toEqual(first?.reason)
})

describe('EVAL-52 cohorts that are made of one another', () => {
  const group = (...values: readonly JsonValue[]) => ({ type: 'AND', values })
  const isPro = plan('pro')
  /** Each of them references the next one; the last has the given definition. */
  const row = (length: number, last: JsonValue) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [index + 1, index + 1 === length ? last : group(nested(index + 2))]),
    )
  const decideOn = (cohorts: Cohorts, plan = 'pro') => decide(cohorts, {}, { plan })

  test('may be ten thousand in a row', () => {
    const cohorts = row(10_000, group(isPro))
    expect(decideOn(cohorts)).toMatchObject({ enabled: true, failed: false })
    expect(decideOn(cohorts, 'free')).toMatchObject({ enabled: false, failed: false })
  })

  test('fail as one does that is far away, and not where it need not be asked', () => {
    const unknown = group(nested(99_999))
    expect(decideOn(row(10_000, unknown))).toMatchObject({
      failed: true,
      reason: { description: expect.stringContaining('cohort 99999 is not in the definitions') },
    })
    const either = { type: 'OR', values: [isPro, nested(300)] }
    const cohorts = { ...row(10_000, unknown), 200: either }
    expect(decideOn(cohorts)).toMatchObject({ enabled: true, failed: false })
    expect(decideOn(cohorts, 'free')).toMatchObject({ enabled: false, failed: true })
  })

  test('fail when they go round in a cycle, however wide it is', () => {
    const { reason } = decideOn(row(10_000, group(nested(1))))
    expect(reason.description).toContain('contains itself')
  })

  test('are asked once each, however many ways lead to them', () => {
    let reads = 0
    const cohorts = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => {
        const values = Array.from({ length: 300 - index }, (_, more) => nested(index + more + 2))
        return [index + 1, Object.defineProperty({ type: 'OR' }, 'values', { get: () => ++reads && values })]
      }),
    )
    expect(decideOn({ ...cohorts, 301: group(isPro) } as Cohorts)).toMatchObject({ enabled: true })
    expect(reads).toBeLessThan(2000)
  })
})
