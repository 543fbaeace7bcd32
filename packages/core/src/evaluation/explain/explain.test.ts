import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import {
  definitionsDocument,
  flagDefinition,
  flagWith,
  personFilter,
} from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions } from '../compile-definitions.ts'
import type { DefinitionsSettings, FlagDefinition } from '../definition/definitions.ts'
import type { ConditionSet, FlagFilters, PropertyFilter } from '../definition/flag-filters.ts'
import type { Subject } from '../definition/subject.ts'
import { hashFraction } from '../hashing/hash.ts'
import { re2Patterns } from '../operators/re2-patterns.ts'
import { explain } from './explain.ts'
import type { Explanation } from './explanation.ts'

const ada: Subject = { distinctId: 'ada' }
const isPro = personFilter('plan', 'exact', ['pro', 'team'])
/** The position of ada in the rollout of the flag named flag: 53.8%. */
const POSITION = hashFraction('flag.', 'ada', '')

function explained(
  flags: FlagDefinition | readonly FlagDefinition[],
  subject: Subject = ada,
  settings: Partial<DefinitionsSettings> = {},
): Explanation {
  const list = Array.isArray(flags) ? flags : [flags]
  return explain(
    compileDefinitions({ ...definitionsDocument(list), ...settings }, { patterns: re2Patterns }),
    'flag',
    subject,
  )
}

function explainSets(groups: readonly ConditionSet[], subject: Subject = ada, rest: Partial<FlagFilters> = {}) {
  return explained(flagWith(groups, rest), subject)
}

const inCohort = (value: JsonValue, rest: Partial<PropertyFilter> = {}): PropertyFilter => ({
  key: 'id',
  type: 'cohort',
  value,
  ...rest,
})
const onFlag = (id: number, value: JsonValue): PropertyFilter => ({
  key: String(id),
  type: 'flag',
  operator: 'flag_evaluates_to',
  value,
})

describe('EVAL-46 an explanation', () => {
  test('of a key that no flag has says so', () => {
    expect(explain(compileDefinitions(definitionsDocument([])), 'nope', ada)).toMatchObject({
      key: 'nope',
      decision: { reason: { code: 'flag_not_found' } },
      summary: 'nope is off: There is no feature flag with this key.',
      problem: 'There is no feature flag with this key',
      conditions: [],
      nearestChange: null,
    })
  })

  test('shows where the subject stands, and which variant that means', () => {
    const variants = [
      { key: 'a', rollout_percentage: 30 },
      { key: 'b', rollout_percentage: 70 },
    ]
    const position = hashFraction('flag.', 'ada', 'variant')
    const { summary, conditions } = explainSets([{ description: 'All' }], ada, { multivariate: { variants } })
    const chosen = position < 0.3 ? 'a' : 'b'
    expect(summary).toBe(`flag is on, with the variant ${chosen}: Matched condition set 1.`)
    expect(conditions).toEqual([
      {
        index: 0,
        description: 'All',
        reached: true,
        matched: true,
        outcome: 'match',
        aggregation: { groupTypeIndex: null, groupType: null },
        identifier: { source: 'distinct_id', value: 'ada' },
        filters: [],
        rollout: { position: POSITION, percentage: 100, isIn: true },
        variant: {
          chosen,
          isPinned: false,
          position,
          ranges: [
            { key: 'a', from: 0, to: 0.3 },
            { key: 'b', from: 0.3, to: 1 },
          ],
        },
        problem: null,
      },
    ])
    const [pinned] = explainSets([{ variant: 'a' }], ada, { multivariate: { variants } }).conditions
    expect(pinned?.variant).toMatchObject({ chosen: 'a', isPinned: true })
  })

  test('shows what each filter wanted and saw, and how far the decision got', () => {
    const subject = { distinctId: 'ada', properties: { plan: 'free', age: null } }
    const filters = [personFilter('age', 'is_set'), isPro, personFilter('seats', 'gt', 5), inCohort(9)]
    const [condition] = explainSets([{ properties: filters }, {}, {}], subject).conditions
    const common = { problem: null, cohort: null, flag: null, type: 'person' }
    expect(condition?.filters).toEqual([
      {
        ...common,
        ...{ index: 0, key: 'age', operator: 'is_set', wanted: null, seen: null },
        ...{ isMissing: false, asked: true, passed: true },
      },
      {
        ...common,
        ...{ index: 1, key: 'plan', operator: 'exact', wanted: ['pro', 'team'], seen: 'free' },
        ...{ isMissing: false, asked: true, passed: false },
      },
      {
        ...common,
        ...{ index: 2, key: 'seats', operator: 'gt', wanted: 5, seen: null },
        ...{ isMissing: true, asked: false, passed: false },
      },
      {
        ...{ index: 3, type: 'cohort', key: 'id', operator: 'in', wanted: 9, seen: null, flag: null },
        ...{ isMissing: true, asked: false, passed: null, problem: 'cohort 9 is not in the definitions' },
        cohort: { id: '9', isMember: null, problem: 'cohort 9 is not in the definitions', criteria: null },
      },
    ])
  })

  test('shows which condition sets the decision got to', () => {
    const reached = (groups: readonly ConditionSet[], rest?: Partial<FlagFilters>) =>
      explainSets(groups, ada, rest).conditions.map(({ reached }) => reached)
    expect(reached([{ properties: [isPro] }, {}, {}])).toEqual([true, true, false])
    expect(reached([{ rollout_percentage: 1 }, {}])).toEqual([true, true])
    expect(reached([{ rollout_percentage: 1 }, {}], { early_exit: true })).toEqual([true, false])
    expect(reached([{ properties: [inCohort(9)] }, {}])).toEqual([true, false])
    expect(reached([{}], { holdout: { id: 7, exclusion_percentage: 100 } })).toEqual([false])
  })

  test('of a flag that is off tells what its condition sets would do', () => {
    const base = flagDefinition({ id: 2, key: 'base' })
    const flag = flagDefinition({ active: false, filters: { groups: [{ properties: [onFlag(2, true)] }] } })
    const { decision, conditions, nearestChange } = explained([flag, base])
    expect(decision.reason.code).toBe('flag_disabled')
    expect(conditions[0]).toMatchObject({ reached: false, matched: false, outcome: 'match' })
    expect(nearestChange?.sentence).toBe('Turn the flag on.')
  })

  test('of a flag that cannot be evaluated says what is wrong, and where', () => {
    const strange = personFilter('plan', 'near' as 'exact', 'x')
    const { problem, conditions, nearestChange } = explainSets([{}, { properties: [isPro, strange] }])
    expect(problem).toBe('Feature flag cannot be evaluated (the operator "near" is unknown)')
    expect(conditions.map(({ outcome, reached }) => [outcome, reached])).toEqual([
      ['match', false],
      ['failed', false],
    ])
    expect(conditions[1]?.filters.map(({ passed, problem }) => [passed, problem])).toEqual([
      [false, null],
      [null, 'the operator "near" is unknown'],
    ])
    expect(nearestChange).toBeNull()
  })

  test('of a flag whose definition is damaged says that much', () => {
    for (const filters of [null, { groups: 7 }, { groups: [null] }, { groups: [{ properties: [null] }] }]) {
      const tree = explained(flagDefinition({ filters: filters as unknown as FlagFilters }))
      expect(tree.problem).toMatch(/damaged/)
      expect(tree.decision.failed).toBe(true)
    }
  })

  test('says whether it is about a person, a device or a group', () => {
    const onGroup = { aggregation_group_type_index: 0 }
    const acme = { distinctId: 'ada', groups: { organization: 'acme' } }
    expect(explainSets([onGroup], acme).conditions[0]).toMatchObject({
      aggregation: { groupTypeIndex: 0, groupType: 'organization' },
      identifier: { source: 'group_key', value: 'acme' },
    })
    expect(explainSets([onGroup]).conditions[0]).toMatchObject({
      outcome: 'no_group_type',
      identifier: { source: 'group_key', value: null },
      rollout: { position: null, percentage: 100, isIn: true },
    })
    const byDevice = explained({ ...flagWith([{}]), bucketing_identifier: 'device_id' }, { ...ada, deviceId: 'd1' })
    expect(byDevice.conditions[0]?.identifier).toEqual({ source: 'device_id', value: 'd1' })
    const kept = explained({ ...flagWith([{}]), ensure_experience_continuity: true }, { ...ada, anonDistinctId: 'a1' })
    expect(kept.conditions[0]?.identifier).toEqual({ source: 'first_id', value: 'a1' })
  })

  test('shows early access, in both forms', () => {
    const chosen = { distinctId: 'ada', properties: { '$feature_enrollment/flag': 'true' } }
    const { enrollment, conditions } = explainSets([{}], chosen, { feature_enrollment: true })
    expect(enrollment).toEqual({
      answer: true,
      property: '$feature_enrollment/flag',
      condition: null,
      problem: null,
    })
    expect(conditions[0]?.reached).toBe(false)
    expect(explainSets([{}], ada, { feature_enrollment: true }).enrollment?.answer).toBeNull()
    const older = { super_groups: [{ properties: [isPro] }] } as Partial<FlagFilters>
    const free = { distinctId: 'ada', properties: { plan: 'free' } }
    expect(explainSets([{}], free, older).enrollment).toMatchObject({
      answer: false,
      property: null,
      condition: { reached: true, matched: false, filters: [{ key: 'plan', seen: 'free', passed: false }] },
    })
    expect(explainSets([{}], ada, older).enrollment).toMatchObject({ answer: null, condition: { reached: false } })
  })

  test('shows a holdout', () => {
    const holdout = { id: 7, exclusion_percentage: 100 }
    expect(explainSets([{}], ada, { holdout }).holdout).toEqual({
      id: 7,
      isHeldOut: true,
      identifier: { source: 'distinct_id', value: 'ada' },
      bucket: { position: hashFraction('holdout-', 'ada', ''), percentage: 100, isIn: true },
    })
    expect(explainSets([{}], ada, { holdout: { ...holdout, exclusion_percentage: 0 } }).holdout?.isHeldOut).toBe(false)
  })

  test('shows the criteria of a cohort, once', () => {
    const cohorts = {
      1: {
        type: 'OR',
        values: [{ ...isPro, negation: true } as never, { type: 'AND', values: [inCohort(2) as never] }],
      },
      2: { type: 'AND', values: [] },
      3: { type: 'AND', values: [inCohort(2) as never, inCohort(8) as never] },
    }
    const flag = flagWith([{ properties: [inCohort(1), inCohort(3), inCohort('1', { operator: 'not_in' })] }])
    const filters = explained(flag, ada, { cohorts, static_cohort_ids: [8] }).conditions[0]?.filters
    expect(filters).toMatchObject([
      {
        seen: true,
        passed: true,
        cohort: {
          id: '1',
          isMember: true,
          criteria: {
            kind: 'group',
            type: 'OR',
            passed: true,
            parts: [
              {
                kind: 'filter',
                isNegated: true,
                passed: true,
                filter: { key: 'plan', isMissing: true, passed: false },
              },
              {
                kind: 'group',
                parts: [{ kind: 'filter', filter: { cohort: { id: '2', isMember: true, criteria: { parts: [] } } } }],
              },
            ],
          },
        },
      },
      {
        passed: false,
        cohort: {
          criteria: {
            parts: [
              { filter: { cohort: { id: '2', isMember: true, criteria: null } } },
              { filter: { cohort: { id: '8', isMember: false, criteria: null } } },
            ],
          },
        },
      },
      { operator: 'not_in', seen: true, passed: false, cohort: { id: '1', criteria: null } },
    ])
  })

  test('shows a cohort that contains itself', () => {
    const cohorts = { 1: { type: 'AND', values: [inCohort(1) as never] } }
    const flag = flagWith([{ properties: [inCohort(1)] }])
    const { conditions, problem } = explained(flag, ada, { cohorts })
    expect(problem).toContain('cohort 1 contains itself')
    expect(conditions[0]?.filters[0]).toMatchObject({ passed: null, problem: 'cohort 1 contains itself' })
  })

  test('shows what the flags that it depends on decided, each once', () => {
    const deep = flagDefinition({ id: 4, key: 'deep', filters: { groups: [{ rollout_percentage: 0 }] } })
    const base = (id: number) =>
      flagDefinition({ id, key: `base-${id}`, filters: { groups: [{ properties: [onFlag(4, false)] }] } })
    const flag = flagWith([{ properties: [onFlag(2, true), onFlag(3, 'blue')] }])
    const filters = explained([flag, base(2), base(3), deep]).conditions[0]?.filters
    expect(filters).toMatchObject([
      {
        key: '2',
        operator: 'flag_evaluates_to',
        seen: true,
        passed: true,
        flag: {
          key: 'base-2',
          decision: { enabled: true },
          explanation: {
            key: 'base-2',
            nearestChange: null,
            conditions: [{ filters: [{ seen: false, flag: { key: 'deep', explanation: { key: 'deep' } } }] }],
          },
        },
      },
      {
        seen: true,
        passed: false,
        flag: {
          key: 'base-3',
          explanation: { conditions: [{ filters: [{ flag: { key: 'deep', explanation: null } }] }] },
        },
      },
    ])
  })

  test('shows which flag is missing, or that there is a cycle', () => {
    const missing = explained(flagWith([{ properties: [onFlag(9, true)] }]))
    expect(missing.problem).toBe('Flag cannot be evaluated due to missing dependency')
    expect(missing.conditions[0]).toMatchObject({
      reached: false,
      filters: [{ isMissing: true, passed: false, flag: { key: null, decision: null, explanation: null } }],
    })
    const cyclic = explained(flagWith([{ properties: [onFlag(1, true)] }]))
    expect(cyclic).toMatchObject({ decision: { failed: true }, nearestChange: null })
    expect(cyclic.conditions[0]?.filters[0]?.flag).toEqual({ key: 'flag', decision: null, explanation: null })
  })

  test('of a long chain of flags, or of cohorts, ends somewhere', () => {
    const flags = Array.from({ length: 2000 }, (_, index) => {
      const groups = [{ properties: index === 1999 ? [] : [onFlag(index + 2, true)] }]
      return flagDefinition({ id: index + 1, key: index === 0 ? 'flag' : `flag-${index}`, filters: { groups } })
    })
    const tree = explained(flags)
    expect(tree.decision.enabled).toBe(true)
    expect(JSON.stringify(tree).length).toBeLessThan(100_000)
    const nested = { type: 'AND', values: [] as JsonValue[] }
    const definition = Array.from({ length: 500 }).reduce<JsonValue>(
      (inner) => ({ type: 'AND', values: [inner] }),
      nested,
    )
    const inDeepCohort = flagWith([{ properties: [inCohort(1)] }])
    const deep = explained(inDeepCohort, ada, { cohorts: { 1: definition } })
    expect(deep.conditions[0]?.filters[0]?.cohort?.isMember).toBe(true)
    expect(JSON.stringify(deep).length).toBeLessThan(100_000)
  })
})

describe('EVAL-47 the nearest change', () => {
  const sentence = (tree: Explanation) => tree.nearestChange?.sentence
  const pro = { distinctId: 'ada', properties: { plan: 'pro' } }

  test.each<[string, readonly ConditionSet[]]>([
    ['Raise the rollout of condition set 1 from 25% to at least 53.8%.', [{ rollout_percentage: 25 }]],
    [
      'Raise the rollout of condition set 2 from 5% to at least 53.8%.',
      [{ properties: [isPro], rollout_percentage: 50 }, { rollout_percentage: 5 }],
    ],
    ['Property plan would have to be one of "pro", "team".', [{ properties: [isPro] }]],
    [
      'Property plan would have to be one of "pro", "team", and raise the rollout of condition set 1 from 1% to at least 53.8%.',
      [{ properties: [isPro], rollout_percentage: 1 }],
    ],
    [
      'Property age would have to be at least 18 and be less than 21.',
      [{ properties: [personFilter('age', 'gte', 18), personFilter('age', 'lt', 21)] }],
    ],
    [
      'Property mail would have to match the pattern "@acme\\.com$".',
      [{ properties: [personFilter('mail', 'regex', '@acme\\.com$')] }],
    ],
    ['Property beta would have to be set.', [{ properties: [personFilter('beta', 'is_set')] }]],
    [
      'Property seen would have to be a date after "-7d".',
      [{ properties: [personFilter('seen', 'is_date_after', '-7d')] }],
    ],
    [
      'Property app would have to be version "1.2.0" or above.',
      [{ properties: [personFilter('app', 'semver_gte', '1.2.0')] }],
    ],
    ['Add a condition set.', []],
    ['The user would have to belong to a group of type organization.', [{ aggregation_group_type_index: 0 }]],
  ])('that switches a flag on: %s', (expected, groups) => {
    expect(sentence(explainSets(groups))).toBe(expected)
  })

  test('is data as well', () => {
    expect(explainSets([{ properties: [isPro] }]).nearestChange).toEqual({
      steps: [
        {
          kind: 'set_property',
          conditionIndex: 0,
          owner: { kind: 'person' },
          property: 'plan',
          requirements: [{ operator: 'exact', value: ['pro', 'team'] }],
          example: { kind: 'value', value: 'pro' },
        },
      ],
      answer: true,
      sentence: 'Property plan would have to be one of "pro", "team".',
    })
  })

  test('of a property that must not be there is its absence', () => {
    const groups = [{ properties: [personFilter('plan', 'is_not_set')] }]
    expect(explainSets(groups, pro).nearestChange?.steps).toMatchObject([{ example: { kind: 'absent' } }])
  })

  test('leaves open how to match a pattern that is no plain text', () => {
    const groups = [{ properties: [personFilter('code', 'regex', '^[0-9]{3}-[a-z]+$')] }]
    expect(explainSets(groups, pro).nearestChange).toMatchObject({ steps: [{ example: { kind: 'unknown' } }] })
  })

  test('finds the properties of a group, and those kept of a person', () => {
    const group = { key: 'size', type: 'group', operator: 'gt', value: 5, group_type_index: 0 } as const
    const acme = { ...ada, groups: { organization: 'acme' } }
    const onGroup = { aggregation_group_type_index: 0, properties: [group] }
    expect(sentence(explainSets([onGroup], acme))).toBe(
      'Property size of the organization would have to be greater than 5.',
    )
    const created = {
      key: 'created_at',
      type: 'person_metadata',
      operator: 'is_date_after',
      value: '2026-01-01',
    } as const
    expect(sentence(explainSets([{ properties: [created] }]))).toBe(
      'Property created_at would have to be a date after "2026-01-01".',
    )
  })

  test('does not ask for what cannot be', () => {
    const contradictory = [personFilter('plan', 'exact', 'pro'), personFilter('plan', 'exact', 'free')]
    expect(explainSets([{ properties: contradictory }]).nearestChange).toBeNull()
    const never = [personFilter('plan', 'icontains', null), personFilter('plan', 'regex', '(')]
    for (const filter of never) expect(explainSets([{ properties: [filter] }]).nearestChange).toBeNull()
    const nowhere = { ...onNoGroupType, properties: [] }
    expect(explainSets([nowhere]).nearestChange).toBeNull()
  })
  const onNoGroupType = { aggregation_group_type_index: 4 }

  test('is no more than it takes: one property may meet a filter and a cohort', () => {
    const cohorts = { 1: { type: 'AND', values: [isPro as never] } }
    const flag = flagWith([{ properties: [isPro, inCohort(1)] }])
    expect(sentence(explained(flag, ada, { cohorts }))).toBe('Property plan would have to be one of "pro", "team".')
  })

  test('names cohorts and flags', () => {
    const base = flagDefinition({ id: 2, key: 'base', filters: { groups: [] } })
    expect(sentence(explained([flagWith([{ properties: [onFlag(2, true)] }]), base]))).toBe(
      'Flag base would have to evaluate to true.',
    )
    const cohorts = { 1: { type: 'AND', values: [isPro as never] } }
    const into = flagWith([{ properties: [inCohort(1)] }])
    expect(sentence(explained(into, ada, { cohorts }))).toBe('The user would have to be in cohort 1.')
    const out = flagWith([{ properties: [inCohort(1, { operator: 'not_in' })] }])
    expect(sentence(explained(out, pro, { cohorts }))).toBe('The user would have to be outside cohort 1.')
    const settings = { static_cohort_ids: [8] }
    expect(sentence(explained(flagWith([{ properties: [inCohort(8)] }]), ada, settings))).toBe(
      'The user would have to be in cohort 8.',
    )
  })

  test('names the identifier that is lacking', () => {
    const nobody = { distinctId: '' }
    expect(sentence(explainSets([{ rollout_percentage: 50 }], nobody))).toBe(
      'The user would have to have a distinct id.',
    )
    const byDevice: FlagDefinition = { ...flagWith([{ rollout_percentage: 50 }]), bucketing_identifier: 'device_id' }
    expect(sentence(explained(byDevice))).toBe('The user would have to have a device id.')
  })

  test('that switches a flag off lowers the rollout that lets the subject in, or switches it off', () => {
    expect(explainSets([{ rollout_percentage: 90 }]).nearestChange).toMatchObject({
      answer: false,
      sentence: 'Lower the rollout of condition set 1 from 90% to at most 53.7%.',
    })
    expect(sentence(explainSets([{}, {}]))).toBe('Turn the flag off.')
  })

  test('undoes a choice of early access, and a holdout', () => {
    const early = { feature_enrollment: true }
    const choice = (value: boolean) => ({ distinctId: 'ada', properties: { '$feature_enrollment/flag': value } })
    expect(sentence(explainSets([], choice(true), early))).toBe(
      'Property $feature_enrollment/flag would have to be false.',
    )
    expect(sentence(explainSets([{}], choice(false), early))).toBe(
      'Property $feature_enrollment/flag would have to be true.',
    )
    const heldOut = explainSets([{}], ada, { holdout: { id: 7, exclusion_percentage: 100 } }).nearestChange
    expect(heldOut).toMatchObject({ answer: true, steps: [{ kind: 'lower_holdout', id: 7, from: 100 }] })
  })
})
