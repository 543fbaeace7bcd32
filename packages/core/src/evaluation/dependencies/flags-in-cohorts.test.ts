import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { definitionsDocument, flagDefinition, personFilter } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from '../compile-definitions.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { explain } from '../explain/explain.ts'

type Cohorts = Readonly<Record<string, JsonValue>>

/** Returns a criterion as in PostHog's own feed: the flag by key, with the flags to evaluate first. */
const onFlag = (key: string, rest: Record<string, JsonValue> = {}): Record<string, JsonValue> => ({
  key,
  type: 'flag',
  operator: 'flag_evaluates_to',
  value: true,
  dependency_chain: [key],
  ...rest,
})
const inCohort = (id: number): PropertyFilter => ({ key: 'id', type: 'cohort', value: id })
const group = (...values: readonly JsonValue[]): JsonValue => ({ type: 'OR', values: [{ type: 'AND', values }] })
const nested = (id: number): JsonValue => ({ key: 'id', type: 'cohort', value: id })

function flag(key: string, properties: readonly PropertyFilter[]): FlagDefinition {
  return flagDefinition({
    id: key.length * 100 + key.charCodeAt(0),
    key,
    filters: { groups: [{ properties }] },
  })
}

const pros = flag('pros', [personFilter('plan', 'exact', 'pro')])
const asking = flag('asking', [inCohort(1)])

function snapshotOf(cohorts: Cohorts, flags: readonly FlagDefinition[] = [asking, pros]) {
  return compileDefinitions(definitionsDocument(flags, { cohorts }))
}

const decide = (cohorts: Cohorts, plan: string, flags?: readonly FlagDefinition[]) =>
  snapshotOf(cohorts, flags).evaluate('asking', { distinctId: 'ada', properties: { plan } })
const missing = { enabled: false, reason: { code: 'missing_dependency' } }

describe('EVAL-60 a cohort that asks for a flag', () => {
  test('has those as members to whom the flag answers so', () => {
    const cohorts = { 1: group(onFlag('pros')) }
    expect(decide(cohorts, 'pro')).toMatchObject({ enabled: true, failed: false })
    expect(decide(cohorts, 'free')).toMatchObject({ enabled: false, failed: false })
  })

  test.each([
    ['by a value', onFlag('pros', { value: false }), 'free', 'pro'],
    ['negated', onFlag('pros', { negation: true }), 'free', 'pro'],
    ['by id', onFlag(String(pros.id), { dependency_chain: null }), 'pro', 'free'],
  ])('may do so %s', (_, criterion, inside, outside) => {
    const cohorts = { 1: group(criterion) }
    expect([decide(cohorts, inside).enabled, decide(cohorts, outside).enabled]).toEqual([true, false])
  })

  test.each([
    ['no operator', undefined],
    ['an operator of null', null],
  ])('PROTO-72 means flag_evaluates_to by %s, and is explained so', (_, operator) => {
    const { operator: __, ...criterion } = onFlag('pros')
    const cohorts = { 1: group(operator === undefined ? criterion : { ...criterion, operator }) }
    expect([decide(cohorts, 'pro').enabled, decide(cohorts, 'free').enabled]).toEqual([true, false])
    const { conditions } = explain(snapshotOf(cohorts), 'asking', { distinctId: 'ada', properties: { plan: 'pro' } })
    expect(JSON.stringify(conditions)).toContain('"operator":"flag_evaluates_to"')
    const negated = { 1: group({ ...criterion, negation: true }) }
    expect([decide(negated, 'pro').enabled, decide(negated, 'free').enabled]).toEqual([false, true])
  })

  test('PROTO-72 matches nobody by another operator', () => {
    const cohorts = { 1: group(onFlag('pros', { operator: 'exact' })) }
    expect([decide(cohorts, 'pro').enabled, decide(cohorts, 'free').enabled]).toEqual([false, false])
  })

  test('may ask for a variant, and for a property beside it', () => {
    const variants = [{ key: 'blue', rollout_percentage: 100 }]
    const blue = flagDefinition({ id: 7, key: 'blue', filters: { groups: [{}], multivariate: { variants } } })
    const plan = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' }
    const cohorts = { 1: group(onFlag('blue', { value: 'blue' }), plan) }
    expect(decide(cohorts, 'pro', [asking, blue]).enabled).toBe(true)
    expect(decide(cohorts, 'free', [asking, blue]).enabled).toBe(false)
    expect(decide({ 1: group(onFlag('blue', { value: 'red' })) }, 'pro', [asking, blue]).enabled).toBe(false)
  })

  test('may be part of others, in any depth, and lead on over flags and cohorts', () => {
    const cohorts = { 1: group(nested(2)), 2: group(nested(3)), 3: group(onFlag('inner')), 4: group(onFlag('pros')) }
    const flags = [asking, flag('inner', [inCohort(4)]), pros]
    expect(decide(cohorts, 'pro', flags)).toMatchObject({ enabled: true, failed: false })
    expect(decide(cohorts, 'free', flags)).toMatchObject({ enabled: false, failed: false })
  })

  test('sees a flag that is off as false', () => {
    const off = { ...pros, active: false }
    expect(decide({ 1: group(onFlag('pros', { value: false })) }, 'pro', [asking, off]).enabled).toBe(true)
  })

  test('EVAL-39 needs it to exist: where it does not, or its chain is empty, the dependency is missing', () => {
    expect(decide({ 1: group(onFlag('nobody')) }, 'pro')).toMatchObject({ ...missing, failed: false })
    expect(decide({ 1: group(onFlag('pros', { dependency_chain: [] })) }, 'pro')).toMatchObject(missing)
    expect(decide({ 1: group(nested(2)), 2: group(onFlag('nobody')) }, 'pro')).toMatchObject(missing)
  })

  test('EVAL-39 fails whoever goes round in a cycle, through flags and cohorts alike', () => {
    const cyclic = { ...missing, failed: true }
    expect(decide({ 1: group(onFlag('asking')) }, 'pro')).toMatchObject(cyclic)
    const wide = { 1: group(nested(2)), 2: group(onFlag('inner')), 3: group(onFlag('asking')) }
    const flags = [asking, flag('inner', [inCohort(3)]), pros]
    expect(decide(wide, 'pro', flags)).toMatchObject(cyclic)
    expect(snapshotOf(wide, flags).evaluate('inner', { distinctId: 'ada' })).toMatchObject(cyclic)
  })

  test('EVAL-37 that contains itself still fails, and does not run forever', () => {
    const cohorts = { 1: group(onFlag('pros'), nested(2)), 2: group(nested(1)) }
    expect(decide(cohorts, 'pro').reason.description).toContain('contains itself')
    expect(decide(cohorts, 'free')).toMatchObject({ enabled: false, failed: false })
  })

  test('is asked anew for every subject, and one by one as all at once', () => {
    const snapshot = snapshotOf({ 1: group(onFlag('pros')) })
    for (const plan of ['pro', 'free', 'pro']) {
      const subject = { distinctId: 'ada', properties: { plan } }
      const each = ['asking', 'pros'].map((key) => snapshot.isEnabled(key, subject))
      expect(each).toEqual([plan === 'pro', plan === 'pro'])
      expect(snapshot.evaluateAll(subject).map(({ enabled }) => enabled)).toEqual(each)
    }
  })

  test('EVAL-43 takes a flag that is hidden from whoever asks for one that is off', () => {
    const snapshot = snapshotOf({ 1: group(onFlag('pros')) })
    const subject = { distinctId: 'ada', properties: { plan: 'pro' } }
    const hidden = snapshot.evaluateAll(subject, { keys: ['asking'], isHidden: ({ key }) => key === 'pros' })
    expect(hidden.map(({ enabled }) => enabled)).toEqual([false])
    expect(snapshot.isEnabled('asking', subject)).toBe(true)
  })

  test('EVAL-5 may begin to, and stop, while the flags that ask for it stay compiled', () => {
    const { flags, ...settings } = definitionsDocument([asking, pros], { cohorts: { 1: { type: 'AND', values: [] } } })
    const before = compileDefinitions({ flags, ...settings })
    const free = { distinctId: 'ada', properties: { plan: 'free' } }
    expect(before.isEnabled('asking', free)).toBe(true)
    const after = replaceDefinitions(before, {
      version: 2,
      settings: { ...settings, cohorts: { 1: group(onFlag('pros')) } },
    })
    expect([before.isEnabled('asking', free), after.isEnabled('asking', free)]).toEqual([true, false])
  })

  test('EVAL-46 is explained with the flag', () => {
    const { conditions } = explain(snapshotOf({ 1: group(onFlag('pros')) }), 'asking', { distinctId: 'ada' })
    expect(JSON.stringify(conditions)).toContain('"flag":{"key":"pros","decision":{"enabled":false')
  })

  test('EVAL-52 may be one of many, in a long row', () => {
    const row = Array.from({ length: 5000 }, (_, index) => [index + 1, group(nested(index + 2))])
    expect(decide(Object.fromEntries([...row, [5001, group(onFlag('pros'))]]), 'pro')).toMatchObject({ enabled: true })
  })
})
