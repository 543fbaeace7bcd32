import { describe, expect, test } from 'vitest'
import { compileDefinitions } from '../src/evaluation/compile-definitions.ts'
import type { FlagDefinition } from '../src/evaluation/definition/definitions.ts'
import { EVALUATED_ONLY_OPERATORS, type EvaluatedOperator, OPERATORS } from '../src/evaluation/definition/operator.ts'
import type { Subject } from '../src/evaluation/definition/subject.ts'
import { explain } from '../src/evaluation/explain/explain.ts'
import { re2Patterns } from '../src/evaluation/operators/re2-patterns.ts'
import type { CompiledSnapshot } from '../src/evaluation/snapshot/compiled-snapshot.ts'
import { evaluateFlags } from '../src/features/flags/evaluate-flags.ts'
import { evaluatePublishedFlags } from '../src/features/flags/evaluate-published-flags.ts'
import { evaluateWithDefinitions } from '../src/features/flags/evaluate-with-definitions.ts'
import { setPersonProperties } from '../src/features/persons/set-person-properties.ts'
import type { JsonValue } from '../src/foundation/json/json-value.ts'
import { definitionsDocument, flagDefinition, personFilter } from '../src/testing/evaluation/definitions-document.ts'
import { testDeck } from '../src/testing/test-deck.ts'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile/hostile-values.ts'
import { TURN_MS, threadTime, threadTimeOf } from './hostile/thread-time.ts'

const MEGABYTES_2 = 2_000_000
const FLAGS = 100
const ADA: Subject = { distinctId: 'ada' }

/** All faces of evaluation; each is asked by itself. */
const FACES: Readonly<Record<string, (snapshot: CompiledSnapshot, subject: Subject) => unknown>> = {
  evaluateAll: (snapshot, subject) => snapshot.evaluateAll(subject),
  'evaluateAll of some': (snapshot, subject) => snapshot.evaluateAll(subject, { keys: snapshot.keys }),
  evaluate: (snapshot, subject) => snapshot.evaluate('flag-7', subject),
  isEnabled: (snapshot, subject) => snapshot.isEnabled('flag-7', subject),
  variant: (snapshot, subject) => snapshot.variant('flag-7', subject),
  explain: (snapshot, subject) => explain(snapshot, 'flag-7', subject),
}

/** The faces on which a subject takes more than its turn, with what it took. */
function slowFaces(snapshot: CompiledSnapshot, subject: Subject): readonly string[] {
  return Object.entries(FACES).flatMap(([face, ask]) => {
    // Flags compile when they are first asked.
    ask(snapshot, ADA)
    const took = threadTime(() => ask(snapshot, subject))
    return took > TURN_MS ? [`${face}: ${Math.round(took)} ms`] : []
  })
}

function flags(filtersOf: (index: number) => Partial<FlagDefinition>): CompiledSnapshot {
  const made = Array.from({ length: FLAGS }, (_, index) =>
    flagDefinition({ id: index + 1, key: `flag-${index}`, ...filtersOf(index) }),
  )
  return compileDefinitions(definitionsDocument(made, { property_matching_version: 1, timezone: 'Europe/Berlin' }), {
    patterns: re2Patterns,
  })
}

/** What filters with an operator look for: no two alike, so that none answers for another. */
function wanted(operator: EvaluatedOperator, index: number): JsonValue {
  if (operator === 'exact' || operator === 'is_not') return [`value ${index}`, 'true', index]
  if (operator.endsWith('icontains_multi')) return [`value ${index}`, 'aaab', '90']
  if (operator.endsWith('regex')) return `^[a-z ]+${index}$`
  if (operator.endsWith('between')) return [index, index + 1]
  if (operator.startsWith('is_date')) return index % 2 === 0 ? `-${index + 1}d` : `2026-01-${(index % 28) + 1}`
  if (operator.startsWith('semver')) return `1.2.${index}`
  return /^[gl]te?$/.test(operator) ? index : `aab${index}`
}

const OPERATORS_ON_PROPERTIES = [...OPERATORS, ...EVALUATED_ONLY_OPERATORS]

describe('EVAL-54 EVAL-56 a long value of a property', () => {
  describe.each(Object.entries(HOSTILE_VALUES))('%s', (_, make) => {
    const value = make(MEGABYTES_2)
    const atBound = make(16_000)
    test.each(OPERATORS_ON_PROPERTIES)('%s', (operator) => {
      const snapshot = flags((index) => ({
        filters: { groups: [{ properties: [personFilter('p', operator, wanted(operator, index))] }] },
      }))
      expect(slowFaces(snapshot, { ...ADA, properties: { p: value } })).toEqual([])
      expect(threadTime(() => snapshot.evaluateAll({ ...ADA, properties: { p: atBound } }))).toBeLessThan(TURN_MS)
    })

    test('true or false, by truth', () => {
      const snapshot = flags(() => ({ filters: { groups: [{ properties: [personFilter('p', 'exact', 'true')] }] } }))
      expect(slowFaces(snapshot, { ...ADA, properties: { p: value } })).toEqual([])
    })
  })
})

describe('EVAL-53 EVAL-56 a long identifier', () => {
  const drawn = { rollout_percentage: 50 }
  const variants = ['control', 'test'].map((key) => ({ key, rollout_percentage: 50 }))
  const multivariate = { variants }
  const holdout = { id: 1, exclusion_percentage: 10 }
  const persons = { groups: [drawn, { rollout_percentage: 20 }, { rollout_percentage: 100 }], multivariate, holdout }
  const groups = { ...persons, aggregation_group_type_index: 0 }
  const byPerson = flags(() => ({ filters: persons }))
  const byDevice = flags(() => ({ filters: persons, bucketing_identifier: 'device_id' }))
  const byFirstId = flags(() => ({ filters: persons, ensure_experience_continuity: true }))
  const byGroup = flags(() => ({ filters: groups }))
  const keys = Array.from({ length: FLAGS }, (_, index) => `flag-${index}`)

  describe.each(Object.entries(HOSTILE_TEXTS))('%s', (_, textOf) => {
    const long = textOf(MEGABYTES_2)
    test.each<[string, CompiledSnapshot, Subject]>([
      ['distinct id', byPerson, { distinctId: long }],
      ['distinct id of a flag that keeps its answer', byFirstId, { distinctId: long }],
      ['id from before signing in', byFirstId, { ...ADA, anonDistinctId: long }],
      ['id that is kept', byFirstId, { ...ADA, hashKeyOverrides: Object.fromEntries(keys.map((key) => [key, long])) }],
      ['device id', byDevice, { ...ADA, deviceId: long }],
      ['property $device_id', byDevice, { ...ADA, properties: { $device_id: long } }],
      ['key of a group', byGroup, { ...ADA, groups: { organization: long } }],
    ])('%s', (_, snapshot, subject) => {
      expect(slowFaces(snapshot, subject)).toEqual([])
    })
  })
})

describe('EVAL-56 a subject of very many parts', () => {
  const many = 100_000
  const entries = <T>(value: (index: number) => T) =>
    Object.fromEntries(Array.from({ length: many }, (_, index) => [`p${index}`, value(index)]))
  const snapshot = compileDefinitions({
    ...definitionsDocument(
      Array.from({ length: FLAGS }, (_, index) =>
        flagDefinition({
          id: index + 1,
          key: `flag-${index}`,
          filters: {
            groups: [
              { properties: [personFilter(`p${index}`, 'exact', 'x'), personFilter(`q${index}`, 'exact', 'y')] },
              { properties: [{ key: 'id', type: 'cohort', operator: 'in', value: index }], rollout_percentage: 50 },
              {
                properties: [{ key: `p${index}`, type: 'group', operator: 'exact', value: 'x', group_type_index: 0 }],
                aggregation_group_type_index: 0,
                rollout_percentage: 10,
              },
            ],
          },
        }),
      ),
    ),
    static_cohort_ids: Array.from({ length: FLAGS }, (_, index) => index),
  })

  test.each<[string, Subject]>([
    ['properties', { ...ADA, properties: entries(String) }],
    ['groups', { ...ADA, groups: { ...entries(String), organization: 'acme' } }],
    [
      'properties of a group',
      { ...ADA, groups: { organization: 'acme' }, groupProperties: { organization: entries(String) } },
    ],
    [
      'groups with properties',
      { ...ADA, groups: { organization: 'acme' }, groupProperties: { ...entries(() => ({})) } },
    ],
    ['ids that are kept', { ...ADA, hashKeyOverrides: entries(String) }],
    ['static cohorts', { ...ADA, cohortIds: Array.from({ length: many }, (_, index) => index + many) }],
  ])('%s', (_, subject) => {
    expect(slowFaces(snapshot, subject)).toEqual([])
  })

  test('keys that are asked for', async () => {
    const { context, flags: own } = await testDeck()
    await own.create({ key: 'flag-1' })
    const asked = await context.snapshots.get(context.project.id)
    const keys = Array.from({ length: many }, (_, index) => `flag-${index}`)
    const answers = () => asked && evaluatePublishedFlags(asked, ADA, { keys })
    expect(answers()?.map(({ key }) => key)).toEqual(['flag-1'])
    expect(threadTime(answers)).toBeLessThan(TURN_MS)
    expect(threadTime(() => asked && evaluateWithDefinitions(asked, ADA, { keys }))).toBeLessThan(TURN_MS)
  })
})

describe('EVAL-56 PERSON-10 a value that is stored', () => {
  const KILOBYTES_300 = 300_000
  // Cohorts and flags are asked of other filters, and what can no longer be written is not stored.
  const operators = OPERATORS.filter((operator) => !['in', 'not_in', 'flag_evaluates_to'].includes(operator))

  test('slows no later request of its person', async () => {
    const { context, flags } = await testDeck({ project: { timezone: 'Europe/Berlin' } })
    for (let index = 0; index < FLAGS; index++) {
      const operator = operators[index % operators.length] ?? 'exact'
      const value = wanted(operator, index)
      await flags.create({
        key: `flag-${index}`,
        filters: {
          groups: [
            {
              properties: [
                { key: 'p', type: 'person', operator, value: typeof value === 'number' ? `${value}` : value },
              ],
            },
          ],
        },
      })
    }
    const slow: string[] = []
    for (const [kind, make] of Object.entries(HOSTILE_VALUES)) {
      // What is nested so deep is not stored.
      if (kind.startsWith('nested')) continue
      await setPersonProperties(context, kind, { properties: { p: make(KILOBYTES_300) } })
      const took = await threadTimeOf(() => evaluateFlags(context, { distinctId: kind }))
      if (took > TURN_MS) slow.push(`${kind}: ${Math.round(took)} ms`)
    }
    expect(slow).toEqual([])
  })
})
