import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { definitionsDocument, flagDefinition, personFilter } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from '../compile-definitions.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'

/** Returns a filter on another flag as it is stored: by id. */
function onFlag(id: number, value: JsonValue, rest: object = {}): PropertyFilter {
  return { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value, ...rest }
}

function flag(id: number, properties: readonly PropertyFilter[], rest: Partial<FlagDefinition> = {}): FlagDefinition {
  return flagDefinition({ id, key: `flag-${id}`, filters: { groups: [{ properties }] }, ...rest })
}

function answer(flags: readonly FlagDefinition[], key = 'flag-1') {
  return compileDefinitions(definitionsDocument(flags)).evaluate(key, { distinctId: 'ada' })
}

const nobody = { filters: { groups: [] } }
const variants = { variants: [{ key: 'blue', rollout_percentage: 100 }] }
const blue = flagDefinition({ id: 2, key: 'flag-2', filters: { groups: [{}], multivariate: variants } })
const missing = { enabled: false, reason: { code: 'missing_dependency', conditionIndex: null } }

describe('EVAL-38 a filter on another flag', () => {
  test.each([
    [true, true],
    [false, false],
    ['blue', true],
    ['Blue', false],
    ['true', false],
    [1, false],
    [['blue'], false],
  ])('that expects %j of a flag with the variant blue answers %s', (value, expected) => {
    expect(answer([flag(1, [onFlag(2, value)]), blue]).enabled).toBe(expected)
  })

  test('sees a flag that is off, or that nobody is in, as false', () => {
    for (const off of [flag(2, [], nobody), flag(2, [], { active: false })]) {
      expect(answer([flag(1, [onFlag(2, false)]), off]).enabled).toBe(true)
      expect(answer([flag(1, [onFlag(2, true)]), off]).enabled).toBe(false)
    }
  })

  test('finds no answer in a flag that failed, neither on nor off', () => {
    const broken = flag(2, [{ key: 'a', type: 'person', operator: 'near' as 'exact', value: 1 }])
    for (const value of [true, false]) {
      expect(answer([flag(1, [onFlag(2, value)]), broken])).toMatchObject({ enabled: false, failed: false })
    }
  })

  test('has one operator', () => {
    expect(answer([flag(1, [onFlag(2, true, { operator: 'exact' })]), blue]).enabled).toBe(false)
  })

  test('names the flag by key where the definitions feed has rewritten it', () => {
    const byKey = { key: 'flag-2', dependency_chain: ['flag-2'] }
    expect(answer([flag(1, [onFlag(2, 'blue', byKey)]), blue]).enabled).toBe(true)
    expect(answer([flag(1, [onFlag(2, 'blue', { ...byKey, dependency_chain: [] })]), blue])).toMatchObject(missing)
  })

  test('follows the flag when its key changes', () => {
    const snapshot = compileDefinitions(definitionsDocument([flag(1, [onFlag(2, true)]), blue]))
    const renamed = replaceDefinitions(snapshot, { version: 2, changed: [{ ...blue, key: 'renamed' }] })
    expect(renamed.isEnabled('flag-1', { distinctId: 'ada' })).toBe(true)
  })

  test('asks the other flag anew for every subject', () => {
    const pros = flag(2, [personFilter('plan', 'exact', 'pro')])
    const snapshot = compileDefinitions(definitionsDocument([flag(1, [onFlag(2, true)]), pros]))
    const isIn = (plan: string) => snapshot.isEnabled('flag-1', { distinctId: 'ada', properties: { plan } })
    expect([isIn('pro'), isIn('free'), isIn('pro')]).toEqual([true, false, true])
    const all = (plan: string) => snapshot.evaluateAll({ distinctId: 'ada', properties: { plan } })
    expect(all('free').some(({ enabled }) => enabled)).toBe(false)
    expect(all('pro').every(({ enabled }) => enabled)).toBe(true)
  })

  test('sees what the other flag has become, without being replaced itself', () => {
    const snapshot = compileDefinitions(definitionsDocument([flag(1, [onFlag(2, true)]), blue]))
    expect(snapshot.isEnabled('flag-1', { distinctId: 'ada' })).toBe(true)
    const later = replaceDefinitions(snapshot, { version: 2, changed: [flag(2, [], nobody)] })
    expect(later.isEnabled('flag-1', { distinctId: 'ada' })).toBe(false)
    expect(snapshot.isEnabled('flag-1', { distinctId: 'ada' })).toBe(true)
    const gone = replaceDefinitions(snapshot, { version: 3, removedIds: [2] })
    expect(gone.evaluate('flag-1', { distinctId: 'ada' })).toMatchObject(missing)
  })
})

describe('EVAL-39 dependencies that cannot be evaluated', () => {
  test('make a flag answer missing_dependency, also through others, also where an earlier condition set matches', () => {
    const flags = [flag(1, [onFlag(2, true)]), flag(2, [onFlag(3, true)])]
    expect(answer(flags)).toMatchObject({ ...missing, failed: false })
    const early = { ...flag(1, []), filters: { groups: [{}, { properties: [onFlag(9, true)] }] } }
    expect(answer([early])).toMatchObject(missing)
  })

  test('in a cycle fail, and so do those who lead into it', () => {
    const cycle = [flag(1, [onFlag(2, true)]), flag(2, [onFlag(3, false)]), flag(3, [onFlag(2, true)])]
    for (const key of ['flag-1', 'flag-2', 'flag-3']) {
      expect(answer(cycle, key)).toMatchObject({ ...missing, failed: true })
    }
    expect(answer([flag(1, [onFlag(1, true)])])).toMatchObject({ ...missing, failed: true })
  })

  test('EVAL-40 do not matter to a flag that is off', () => {
    expect(answer([flag(1, [onFlag(9, true)], { active: false })]).reason.code).toBe('flag_disabled')
    const flags = [flag(1, [onFlag(2, false)]), flag(2, [onFlag(9, true)], { active: false })]
    expect(answer(flags).enabled).toBe(true)
  })
})

test('a flag that others depend on in many ways is evaluated once', () => {
  const plan = personFilter('plan', 'is_not_set')
  const flags = [flag(0, [plan])]
  for (let id = 1; id <= 60; id++) flags.push(flag(id, [onFlag(id - 1, true), onFlag(id - 1, true)]))
  expect(answer(flags, 'flag-60').enabled).toBe(true)
})

test('a chain of two thousand flags is followed to its end', () => {
  const flags = [flag(0, [])]
  for (let id = 1; id < 2000; id++) flags.push(flag(id, [onFlag(id - 1, true)]))
  expect(answer(flags, 'flag-1999')).toMatchObject({ enabled: true, failed: false })
})

describe('EVAL-43 a flag that is hidden from whoever asks', () => {
  const hides =
    (...ids: number[]) =>
    ({ id }: FlagDefinition) =>
      ids.includes(id)
  const ada = { distinctId: 'ada' }
  const enabledOf = (flags: readonly FlagDefinition[], isHidden?: (flag: FlagDefinition) => boolean) =>
    compileDefinitions(definitionsDocument(flags))
      .evaluateAll(ada, { keys: ['flag-1'], ...(isHidden && { isHidden }) })
      .map(({ enabled }) => enabled)

  test('is off for those that depend on it', () => {
    expect(enabledOf([flag(1, [onFlag(2, true)]), blue])).toEqual([true])
    expect(enabledOf([flag(1, [onFlag(2, true)]), blue], hides(2))).toEqual([false])
    expect(enabledOf([flag(1, [onFlag(2, 'blue')]), blue], hides(2))).toEqual([false])
    expect(enabledOf([flag(1, [onFlag(2, false)]), blue], hides(2))).toEqual([true])
  })

  test('is off for those that depend on it through others', () => {
    const chain = [flag(1, [onFlag(3, true)]), flag(3, [onFlag(2, true)]), blue]
    expect(enabledOf(chain, hides(2))).toEqual([false])
    expect(enabledOf(chain, hides(1))).toEqual([true])
  })

  test('is off rather than failed, even when it could not be evaluated', () => {
    const broken = flag(2, [{ key: 'a', type: 'person', operator: 'near' as 'exact', value: 1 }])
    expect(enabledOf([flag(1, [onFlag(2, false)]), broken])).toEqual([false])
    expect(enabledOf([flag(1, [onFlag(2, false)]), broken], hides(2))).toEqual([true])
  })

  test('answers for itself when it is asked for, and is seen again by the next who asks', () => {
    const snapshot = compileDefinitions(definitionsDocument([flag(1, [onFlag(2, true)]), blue]))
    const answers = snapshot.evaluateAll(ada, { isHidden: hides(2) }).map(({ enabled }) => enabled)
    expect(answers).toEqual([false, true])
    expect(snapshot.isEnabled('flag-1', ada)).toBe(true)
    expect(snapshot.evaluateAll(ada).map(({ enabled }) => enabled)).toEqual([true, true])
  })
})
