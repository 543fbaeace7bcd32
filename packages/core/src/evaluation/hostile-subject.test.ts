import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../foundation/json/json-value.ts'
import {
  definitionsDocument,
  flagDefinition,
  flagWith,
  personFilter,
} from '../testing/evaluation/definitions-document.ts'
import { compileDefinitions } from './compile-definitions.ts'
import type { FlagDefinition } from './definition/definitions.ts'
import { EVALUATED_ONLY_OPERATORS, type EvaluatedOperator, OPERATORS } from './definition/operator.ts'
import type { Properties, Subject } from './definition/subject.ts'
import { explain } from './explain/explain.ts'

const ada: Subject = { distinctId: 'ada' }
const half = { groups: [{ rollout_percentage: 50 }, { rollout_percentage: 10 }] }

function snapshotOf(...flags: readonly FlagDefinition[]) {
  return compileDefinitions(definitionsDocument(flags))
}

describe('EVAL-53 the identifier', () => {
  const ids = Array.from({ length: 60 }, (_, index) => `${index}`)
  const wide = '\u{1f600}'

  test.each<[string, number, Partial<FlagDefinition>, (id: string) => Subject]>([
    ['distinct id', 200, {}, (id) => ({ distinctId: id })],
    ['first id', 200, { ensure_experience_continuity: true }, (id) => ({ ...ada, anonDistinctId: id })],
    ['stored id', 200, { ensure_experience_continuity: true }, (id) => ({ ...ada, hashKeyOverrides: { flag: id } })],
    ['device id', 400, { bucketing_identifier: 'device_id' }, (id) => ({ ...ada, deviceId: id })],
    ['$device_id', 400, { bucketing_identifier: 'device_id' }, (id) => ({ ...ada, properties: { $device_id: id } })],
    [
      'key of a group',
      400,
      { filters: { ...half, aggregation_group_type_index: 0 } },
      (id) => ({ ...ada, groups: { organization: id } }),
    ],
  ])('is the first characters of a %s: %i', (_, length, flag, subjectOf) => {
    const snapshot = snapshotOf(flagDefinition({ filters: half, ...flag }))
    const answers = (idOf: (id: string) => string) => ids.map((id) => snapshot.isEnabled('flag', subjectOf(idOf(id))))
    for (const filler of ['x', wide]) {
      const whole = answers((id) => id + filler.repeat(length - id.length))
      expect(answers((id) => id + filler.repeat(length - id.length) + 'and more'.repeat(1000))).toEqual(whole)
      expect(answers((id) => id + filler.repeat(length - id.length - 1))).not.toEqual(whole)
      expect(new Set(whole).size).toBe(2)
    }
  })

  test('is explained as it was cut', () => {
    const { conditions } = explain(snapshotOf(flagWith(half.groups)), 'flag', { distinctId: 'é'.repeat(5000) })
    expect(conditions[0]?.identifier.value).toBe('é'.repeat(200))
  })

  test('as a property is not cut', () => {
    const long = `${'x'.repeat(300)}!`
    const snapshot = snapshotOf(flagWith([{ properties: [personFilter('distinct_id', 'ends_with', '!')] }]))
    expect(snapshot.isEnabled('flag', { distinctId: long })).toBe(true)
  })
})

describe('EVAL-54 a value that is too long', () => {
  const operators = [...OPERATORS, ...EVALUATED_ONLY_OPERATORS].filter(
    (operator) => operator !== 'is_set' && operator !== 'is_not_set',
  )
  const text = 'a'.repeat(16_384)
  const cases: readonly [string, JsonValue][] = [
    ['text', `${text}a`],
    ['a list', [text]],
    ['an object', { a: text }],
    ['many elements', new Array(10_000).fill(1)],
  ]
  const wanted = (operator: EvaluatedOperator): JsonValue => {
    if (operator.endsWith('between')) return [1, 2]
    if (operator.startsWith('semver')) return '1.2.3'
    return operator.startsWith('is_date') ? '2026-01-01' : 'a'
  }

  describe.each(cases)('%s', (_, value) => {
    const subject = { ...ada, properties: { p: value } }
    const answer = (operator: EvaluatedOperator, filter: JsonValue) =>
      snapshotOf(flagWith([{ properties: [personFilter('p', operator, filter)] }])).isEnabled('flag', subject)

    test.each(operators)('does not match %s', (operator) => {
      expect(answer(operator, wanted(operator))).toBe(false)
    })

    test('is set', () => {
      expect([answer('is_set', 'x'), answer('is_not_set', 'x')]).toEqual([true, false])
    })

    test('is outside a cohort that asks for it, and inside one that negates', () => {
      const leaf = { key: 'p', type: 'person', operator: 'is_not', value: 'b' }
      const cohorts = { 1: { type: 'AND', values: [leaf] }, 2: { type: 'AND', values: [{ ...leaf, negation: true }] } }
      const inCohort = (id: number) =>
        flagDefinition({ id, key: `in-${id}`, filters: { groups: [{ properties: [cohortFilter(id)] }] } })
      const snapshot = compileDefinitions(definitionsDocument([inCohort(1), inCohort(2)], { cohorts }))
      expect(snapshot.evaluateAll(subject).map(({ enabled }) => enabled)).toEqual([false, true])
    })

    test('is told of and not shown by explain', () => {
      const snapshot = snapshotOf(flagWith([{ properties: [personFilter('p', 'is_not', 'b')] }]))
      const [filter] = explain(snapshot, 'flag', subject).conditions[0]?.filters ?? []
      expect(filter).toMatchObject({ passed: false, isMissing: false, seen: null })
      expect(filter?.problem).toContain('more than 16384 characters')
    })
  })

  test.each<[EvaluatedOperator, JsonValue, boolean]>([
    ['exact', text.toUpperCase(), true],
    ['is_not', 'b', true],
    ['icontains', 'AAAA', true],
    ['not_icontains_multi', ['b', 'c'], true],
  ])('is one character longer than what %s looks at', (operator, filter, expected) => {
    const snapshot = snapshotOf(flagWith([{ properties: [personFilter('p', operator, filter)] }]))
    expect(snapshot.isEnabled('flag', { ...ada, properties: { p: text } })).toBe(expected)
  })

  test('for a list that is looked for in it matches neither way', () => {
    const list = Array.from({ length: 1000 }, (_, index) => `b${index}`)
    const answer = (operator: EvaluatedOperator, p: string) =>
      snapshotOf(flagWith([{ properties: [personFilter('p', operator, list)] }])).isEnabled('flag', {
        ...ada,
        properties: { p },
      })
    expect([
      answer('icontains_multi', `${text.slice(0, 4998)}b1`),
      answer('not_icontains_multi', text.slice(0, 5000)),
    ]).toEqual([true, true])
    expect([
      answer('icontains_multi', `${text.slice(0, 4999)}b1`),
      answer('not_icontains_multi', text.slice(0, 5001)),
    ]).toEqual([false, false])
  })
})

describe('EVAL-55 an evaluation in the middle of another', () => {
  const cohorts = { 1: { type: 'AND', values: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }] } }
  const onPros = flagDefinition({ id: 1, key: 'pros', filters: { groups: [{ properties: [cohortFilter(1)] }] } })
  const asking = (id: number, key: string) =>
    flagDefinition({
      id,
      key,
      filters: {
        groups: [
          {
            properties: [
              { key: '1', type: 'flag', operator: 'flag_evaluates_to', value: true },
              personFilter('country', 'exact', 'DE'),
              personFilter('plan', 'exact', 'pro'),
            ],
          },
        ],
      },
    })
  const snapshot = compileDefinitions(definitionsDocument([onPros, asking(2, 'a'), asking(3, 'b')], { cohorts }))
  const pro = { distinctId: 'pro', properties: { plan: 'pro', country: 'DE' } }
  const free = { distinctId: 'free', properties: { plan: 'free', country: 'DE' } }
  const on = (subject: Subject, options = {}) => snapshot.evaluateAll(subject, options).map(({ enabled }) => enabled)

  test('keeps its subject when a callback evaluates', () => {
    const seen: boolean[][] = []
    const isHidden = () => {
      seen.push(on(free))
      return false
    }
    expect(on(pro, { isHidden })).toEqual([true, true, true])
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.flat()).not.toContain(true)
  })

  test('keeps who is hidden from whom', () => {
    const isHidden = ({ key }: FlagDefinition) => {
      expect(on(pro)).toEqual([true, true, true])
      return key === 'pros'
    }
    expect(on(pro, { isHidden })).toEqual([false, false, true])
  })

  test.each<[string, (name: string, read: () => unknown) => Properties]>([
    ['getter', (name, read) => Object.defineProperty({ ...pro.properties }, name, { get: read, enumerable: true })],
    [
      'proxy',
      (name, read) =>
        new Proxy(pro.properties, {
          get: (target, asked) => (asked === name ? read() : Reflect.get(target, asked)),
        }) as Properties,
    ],
  ])('keeps its subject when a %s evaluates', (_, propertiesOf) => {
    for (const name of ['plan', 'country'] as const) {
      const read = () => {
        expect(on(free)).toEqual([false, false, false])
        expect(snapshot.isEnabled('a', free)).toBe(false)
        return pro.properties[name]
      }
      expect(on({ distinctId: 'pro', properties: propertiesOf(name, read) })).toEqual([true, true, true])
    }
  })
})

function cohortFilter(id: number) {
  return { key: 'id', type: 'cohort', operator: 'in', value: id } as const
}
