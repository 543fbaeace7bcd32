import { describe, expect, test } from 'vitest'
import {
  definitionsDocument,
  flagDefinition,
  flagWith,
  personFilter,
} from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions } from '../compile-definitions.ts'
import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import { hashFraction } from '../hashing/hash.ts'

function decide(definition: FlagDefinition, subject: Partial<Subject> = {}): Decision {
  return compileDefinitions(definitionsDocument([definition])).evaluate(definition.key, {
    distinctId: 'ada',
    ...subject,
  })
}

const subjects = Array.from({ length: 1000 }, (_, index) => `user-${index}`)
const isPro = personFilter('plan', 'exact', 'pro')
const pro: Partial<Subject> = { properties: { plan: 'pro' } }

describe('a flag', () => {
  test('EVAL-13 that is off answers false, and says that it is disabled', () => {
    const decision = decide(flagDefinition({ active: false, key: 'k', id: 7, version: 3 }))
    expect(decision).toEqual({
      key: 'k',
      enabled: false,
      variant: null,
      payload: null,
      reason: { code: 'flag_disabled', conditionIndex: null, description: 'Feature flag is disabled' },
      flagId: 7,
      version: 3,
      failed: false,
    })
  })

  test('without condition sets is for nobody', () => {
    const reason = { code: 'no_condition_match', conditionIndex: null, description: 'No matching condition set' }
    expect(decide(flagWith([]))).toMatchObject({ enabled: false, reason })
  })

  test('EVAL-13 is on by the first condition set that lets the subject in', () => {
    const definition = flagWith([{ properties: [personFilter('plan', 'exact', 'free')] }, { properties: [isPro] }, {}])
    const reason = { code: 'condition_match', conditionIndex: 1, description: 'Matched condition set 2' }
    expect(decide(definition, pro)).toMatchObject({ enabled: true, variant: null, reason })
  })

  test('EVAL-19 asks for all filters of a condition set', () => {
    const definition = flagWith([{ properties: [isPro, personFilter('country', 'exact', 'DE')] }])
    expect(decide(definition, pro).enabled).toBe(false)
    expect(decide(definition, { properties: { plan: 'pro', country: 'de' } }).enabled).toBe(true)
  })

  test('EVAL-20 knows the distinct id as a property, unless the properties name another', () => {
    const definition = flagWith([{ properties: [personFilter('distinct_id', 'exact', 'ada')] }])
    expect(decide(definition).enabled).toBe(true)
    expect(decide(definition, { properties: { distinct_id: 'bob' } }).enabled).toBe(false)
  })

  test('EVAL-20 does not take what objects inherit for properties', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      const definition = flagWith([{ properties: [personFilter(name, 'is_set')] }])
      expect(decide(definition, { properties: {} }).enabled, name).toBe(false)
      expect(decide(definition, { properties: JSON.parse(`{"${name}": 1}`) }).enabled, name).toBe(true)
    }
  })
})

describe('EVAL-6 EVAL-7 a rollout', () => {
  test('holds those whose place is at or below it', () => {
    const inside = subjects.filter(
      (distinctId) => decide(flagWith([{ rollout_percentage: 33.3 }]), { distinctId }).enabled,
    )
    expect(inside).toEqual(subjects.filter((distinctId) => hashFraction('flag.', distinctId, '') <= 33.3 / 100))
    expect(inside.length).toBeGreaterThan(280)
  })

  test('of two condition sets at the same percentage holds the same subjects', () => {
    const definition = flagWith([{ rollout_percentage: 30 }, { rollout_percentage: 30 }])
    const indexes = subjects.map((distinctId) => decide(definition, { distinctId }).reason)
    expect(indexes.some(({ code, conditionIndex }) => code === 'condition_match' && conditionIndex === 1)).toBe(false)
  })

  test.each([null, undefined, 100, 150])('of %s holds everybody', (rollout_percentage) => {
    expect(subjects.every((distinctId) => decide(flagWith([{ rollout_percentage }]), { distinctId }).enabled)).toBe(
      true,
    )
  })

  test.each([0, -5])('of %s holds nobody', (rollout_percentage) => {
    const decisions = subjects.map((distinctId) => decide(flagWith([{ rollout_percentage }]), { distinctId }))
    expect(decisions.every(({ reason }) => reason.code === 'out_of_rollout_bound')).toBe(true)
  })

  test('EVAL-10 looks at the first 200 characters of a distinct id', () => {
    const start = '😀'.repeat(200)
    const percentage = hashFraction('flag.', start, '') * 100
    for (const end of ['', 'a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      const isIn = (share: number) => decide(flagWith([{ rollout_percentage: share }]), { distinctId: start + end })
      expect(isIn(percentage + 0.001).enabled).toBe(true)
      expect(isIn(percentage - 0.001).enabled).toBe(false)
    }
  })

  test('EVAL-11 never holds the empty distinct id, except at 100', () => {
    expect(decide(flagWith([{ rollout_percentage: 99.99 }]), { distinctId: '' })).toMatchObject({
      enabled: false,
      reason: { code: 'out_of_rollout_bound', conditionIndex: 0 },
    })
    expect(decide(flagWith([{}]), { distinctId: '' }).enabled).toBe(true)
  })

  test.each([[{ distinctId: undefined }], [{ distinctId: null }], [{ distinctId: {} }]])(
    'EVAL-11 takes what is no identifier for none: %j',
    (slip) => {
      const shares = [10, 50, 90, 99.99]
      // JavaScript callers may do this.
      const subject = slip as unknown as Subject
      const answers = shares.map((share) => decide(flagWith([{ rollout_percentage: share }]), subject).enabled)
      expect(answers).toEqual(shares.map(() => false))
    },
  )

  test('EVAL-10 takes a number for its text', () => {
    const definition = flagWith([{ rollout_percentage: 50 }])
    for (let id = 0; id < 50; id++) {
      // JavaScript callers may do this.
      const distinctId = id as unknown as string
      expect(decide(definition, { distinctId }).enabled).toBe(decide(definition, { distinctId: String(id) }).enabled)
    }
  })
})

describe('EVAL-17 the reason for being off', () => {
  const outOfRollout = { properties: [isPro], rollout_percentage: 0 }
  const noMatch = { properties: [personFilter('plan', 'exact', 'free')] }

  test('is the rollout rather than a filter, wherever it stands', () => {
    const reason = { code: 'out_of_rollout_bound', description: 'Out of rollout bound' }
    expect(decide(flagWith([outOfRollout, noMatch]), pro).reason).toEqual({ ...reason, conditionIndex: 0 })
    expect(decide(flagWith([noMatch, outOfRollout]), pro).reason).toEqual({ ...reason, conditionIndex: 1 })
  })

  test('is the later of two alike', () => {
    expect(decide(flagWith([noMatch, noMatch]), pro).reason).toEqual({
      code: 'no_condition_match',
      conditionIndex: 1,
      description: 'No matching condition set',
    })
  })
})

describe('EVAL-16 early exit', () => {
  test('ends with the condition set whose filters match and whose rollout does not', () => {
    const definition = flagWith([{ properties: [isPro], rollout_percentage: 0 }, {}], { early_exit: true })
    expect(decide(definition, pro)).toMatchObject({ enabled: false, reason: { conditionIndex: 0 } })
    expect(decide(definition, { properties: { plan: 'free' } }).enabled).toBe(true)
  })

  test('is off unless asked for', () => {
    expect(decide(flagWith([{ rollout_percentage: 0 }, {}])).enabled).toBe(true)
    expect(decide(flagWith([{ rollout_percentage: 0 }, {}], { early_exit: null })).enabled).toBe(true)
  })
})

describe('EVAL-8 EVAL-9 variants', () => {
  const variants = [
    { key: 'control', rollout_percentage: 33.3 },
    { key: 'a', rollout_percentage: 33.3 },
    { key: 'b', rollout_percentage: 33.4 },
  ]

  test('divide subjects by their own hash, each from its lower limit up to its upper', () => {
    const definition = flagWith([{}], { multivariate: { variants } })
    for (const distinctId of subjects) {
      const hash = hashFraction('flag.', distinctId, 'variant')
      const limits = [0.333, 0.333 + 0.333, 0.333 + 0.333 + 0.334]
      const expected = ['control', 'a', 'b'][limits.findIndex((limit) => hash < limit)]
      expect(decide(definition, { distinctId }).variant).toBe(expected)
    }
  })

  test('that do not add up to 100 leave the rest with plain true', () => {
    const definition = flagWith([{}], { multivariate: { variants: [{ key: 'a', rollout_percentage: 50 }] } })
    const rest = subjects.map((distinctId) => decide(definition, { distinctId })).filter(({ variant }) => !variant)
    expect(rest.length).toBeGreaterThan(400)
    expect(rest.every(({ enabled }) => enabled)).toBe(true)
  })

  test('beyond 100 are cut off', () => {
    const definition = flagWith([{}], {
      multivariate: {
        variants: [
          { key: 'a', rollout_percentage: 100 },
          { key: 'b', rollout_percentage: 100 },
        ],
      },
    })
    expect(subjects.every((distinctId) => decide(definition, { distinctId }).variant === 'a')).toBe(true)
  })

  test('give way to the variant of the condition set', () => {
    const definition = flagWith([{ variant: 'b' }], { multivariate: { variants } })
    expect(subjects.every((distinctId) => decide(definition, { distinctId }).variant === 'b')).toBe(true)
  })

  test.each(['unknown', '', null])('do not give way to %j, which is none of them', (variant) => {
    const plain = flagWith([{}], { multivariate: { variants } })
    const definition = flagWith([{ variant }], { multivariate: { variants } })
    for (const distinctId of subjects.slice(0, 50)) {
      expect(decide(definition, { distinctId }).variant).toBe(decide(plain, { distinctId }).variant)
    }
  })

  test.each([{ variants: [] }, null, undefined])('may be none: %j', (multivariate) => {
    expect(decide(flagWith([{}], { multivariate }))).toMatchObject({ enabled: true, variant: null })
  })

  test('EVAL-11 are for those with an identifier, when they depend on it', () => {
    const nobody = { distinctId: '' }
    expect(decide(flagWith([{}], { multivariate: { variants } }), nobody).reason.code).toBe('out_of_rollout_bound')
    expect(decide(flagWith([{ variant: 'a' }], { multivariate: { variants } }), nobody).variant).toBe('a')
    const whole = [
      { key: 'x', rollout_percentage: 0 },
      { key: 'y', rollout_percentage: 100 },
    ]
    expect(decide(flagWith([{}], { multivariate: { variants: whole } }), nobody).variant).toBe('y')
    const none = [{ key: 'x', rollout_percentage: 0 }]
    const plain = decide(flagWith([{}], { multivariate: { variants: none } }), nobody)
    expect(plain).toMatchObject({ enabled: true, variant: null })
  })
})

describe('EVAL-18 the payload', () => {
  const payloads = { true: '{"a":1}', control: '"c"', empty: '', false: '"never"' }

  test('of a plain flag is that of true', () => {
    expect(decide(flagWith([{}], { payloads })).payload).toBe('{"a":1}')
  })

  test('of a variant is its own, and none when it has none', () => {
    const of = (key: string) =>
      decide(flagWith([{}], { payloads, multivariate: { variants: [{ key, rollout_percentage: 100 }] } })).payload
    expect([of('control'), of('empty'), of('other'), of('constructor')]).toEqual(['"c"', null, null, null])
  })

  test('is none for a flag that is off', () => {
    expect(decide(flagWith([], { payloads })).payload).toBeNull()
    expect(decide({ ...flagWith([{}], { payloads }), active: false }).payload).toBeNull()
  })

  test('is text even where a definition carries the value itself', () => {
    const stored = { true: { a: [1] } } as unknown as Record<string, string>
    expect(decide(flagWith([{}], { payloads: stored })).payload).toBe('{"a":[1]}')
  })
})

describe('EVAL-15 a holdout', () => {
  const holdout = { id: 42, exclusion_percentage: 20 }

  test('answers its own variant before any condition set, for the same subjects in every flag', () => {
    const heldOut = (key: string) =>
      subjects.filter((distinctId) => {
        const definition = { ...flagWith([{}], { holdout, payloads: { 'holdout-42': '"h"' } }), key }
        const { variant, payload } = decide(definition, { distinctId })
        return variant === 'holdout-42' && payload === '"h"'
      })
    expect(heldOut('one')).toEqual(subjects.filter((id) => hashFraction('holdout-', id, '') <= 0.2))
    expect(heldOut('one')).toEqual(heldOut('two'))
  })

  test('says so', () => {
    const definition = flagWith([], { holdout: { id: 1, exclusion_percentage: 100 } })
    const reason = { code: 'holdout_condition_value', conditionIndex: null, description: 'Holdout condition value' }
    expect(decide(definition)).toMatchObject({ enabled: true, variant: 'holdout-1', reason })
  })

  test.each([
    null,
    { id: null, exclusion_percentage: 100 },
    { id: 1, exclusion_percentage: null },
    { id: 1, exclusion_percentage: '100' },
    { id: 1, exclusion_percentage: 0 },
    { id: 1, exclusion_percentage: -50 },
  ])('that is %j holds nobody out', (damaged) => {
    const definition = flagWith([{}], { holdout: damaged as typeof holdout })
    expect(subjects.every((distinctId) => decide(definition, { distinctId }).variant === null)).toBe(true)
  })

  test('goes by the distinct id, also in flags that go by the first', () => {
    const definition = { ...flagWith([{}], { holdout }), ensure_experience_continuity: true }
    for (const distinctId of subjects.slice(0, 100)) {
      const isHeldOut = decide(definition, { distinctId, anonDistinctId: 'anon' }).variant !== null
      expect(isHeldOut).toBe(hashFraction('holdout-', distinctId, '') <= 0.2)
    }
  })
})

describe('EVAL-14 early access', () => {
  const definition = flagWith([{ rollout_percentage: 0 }], { feature_enrollment: true, payloads: { true: '1' } })
  const enrolled = (value: boolean | string | null) => ({ properties: { '$feature_enrollment/flag': value } })

  test.each([
    [true, true],
    ['true', true],
    ['True', false],
    [false, false],
    [null, false],
  ])('by the property %j is %s, whatever the condition sets say', (value, enabled) => {
    const reason = { code: 'super_condition_value', conditionIndex: 0, description: 'Super condition value' }
    const payload = enabled ? '1' : null
    expect(decide(definition, enrolled(value))).toMatchObject({ enabled, variant: null, payload, reason })
  })

  test('leaves those who did not choose to the condition sets', () => {
    expect(decide(definition).reason.code).toBe('out_of_rollout_bound')
  })

  test('comes before a holdout', () => {
    const both = flagWith([{}], { feature_enrollment: true, holdout: { id: 1, exclusion_percentage: 100 } })
    expect(decide(both, enrolled(true)).variant).toBeNull()
    expect(decide(both).variant).toBe('holdout-1')
  })

  test('means nothing to a flag that does not ask for it', () => {
    expect(decide(flagWith([{ rollout_percentage: 0 }]), enrolled(true)).enabled).toBe(false)
  })

  test('in its old form decides for all who have the property', () => {
    const filter = personFilter('$feature_enrollment/flag', 'exact', 'true')
    const superGroups = { super_groups: [{ properties: [filter], rollout_percentage: 100 }] }
    const old = flagWith([{}], superGroups as object)
    expect(decide(old, enrolled('true'))).toMatchObject({ enabled: true, reason: { code: 'super_condition_value' } })
    expect(decide(old, enrolled('no'))).toMatchObject({ enabled: false, reason: { code: 'super_condition_value' } })
    expect(decide(old)).toMatchObject({ enabled: true, reason: { code: 'condition_match' } })
  })
})

describe('EVAL-10 the identifier', () => {
  const half = [{ rollout_percentage: 50 }]

  test('of a flag with experience continuity is the one from before signing in', () => {
    const definition = { ...flagWith(half), ensure_experience_continuity: true }
    for (const distinctId of subjects.slice(0, 50)) {
      const anonymous = decide(flagWith(half), { distinctId: `anon-${distinctId}` }).enabled
      expect(decide(definition, { distinctId, anonDistinctId: `anon-${distinctId}` }).enabled).toBe(anonymous)
      expect(decide(definition, { distinctId }).enabled).toBe(decide(flagWith(half), { distinctId }).enabled)
    }
  })

  test('of a flag with experience continuity is before all that which is stored for the flag', () => {
    const definition = { ...flagWith(half), ensure_experience_continuity: true }
    for (const distinctId of subjects.slice(0, 50)) {
      const stored = decide(flagWith(half), { distinctId: `stored-${distinctId}` }).enabled
      const hashKeyOverrides = { flag: `stored-${distinctId}`, other: 'x' }
      expect(decide(definition, { distinctId, anonDistinctId: 'a', hashKeyOverrides }).enabled).toBe(stored)
      const own = decide(flagWith(half), { distinctId }).enabled
      expect(decide(definition, { distinctId, hashKeyOverrides: { other: 'x' } }).enabled).toBe(own)
      expect(decide(flagWith(half), { distinctId, hashKeyOverrides }).enabled).toBe(own)
    }
  })

  test('is the distinct id for all other flags', () => {
    const signedIn = subjects.map((distinctId) => decide(flagWith(half), { distinctId, anonDistinctId: 'x' }).enabled)
    expect(signedIn).toEqual(subjects.map((distinctId) => decide(flagWith(half), { distinctId }).enabled))
  })

  test('of a flag by device is the device, from the request or the properties', () => {
    const definition = flagDefinition({ bucketing_identifier: 'device_id', filters: { groups: half } })
    for (const device of subjects.slice(0, 50)) {
      const expected = decide(flagWith(half), { distinctId: device }).enabled
      expect(decide(definition, { deviceId: device }).enabled).toBe(expected)
      expect(decide(definition, { properties: { $device_id: device } }).enabled).toBe(expected)
      expect(decide(definition, { deviceId: device, properties: { $device_id: 'other' } }).enabled).toBe(expected)
    }
  })

  test('EVAL-11 that is missing skips the condition sets whose answer depends on it', () => {
    const byDevice = (groups: typeof half) => flagDefinition({ bucketing_identifier: 'device_id', filters: { groups } })
    const reason = { code: 'out_of_rollout_bound', conditionIndex: 0 }
    expect(decide(byDevice(half))).toMatchObject({ enabled: false, reason })
    expect(decide(byDevice([...half, { rollout_percentage: 100 }])).reason.conditionIndex).toBe(1)
    const early = byDevice([...half, { rollout_percentage: 100 }])
    const stopping = { ...early, filters: { ...early.filters, early_exit: true } }
    expect(decide(stopping).reason.conditionIndex).toBe(1)
  })

  test('is the distinct id for any other bucketing identifier', () => {
    for (const bucketing of ['', 'distinct_id', 'session', null]) {
      const definition = flagDefinition({ bucketing_identifier: bucketing as null, filters: { groups: half } })
      for (const distinctId of subjects.slice(0, 20)) {
        expect(decide(definition, { distinctId }).enabled).toBe(decide(flagWith(half), { distinctId }).enabled)
      }
    }
  })
})

describe('EVAL-44 a filter on when the person was created', () => {
  const filter = (operator: 'is_date_before' | 'is_not_set', key = 'created_at') =>
    flagWith([{ properties: [{ key, type: 'person_metadata', operator, value: '2026-01-01' }] }])
  const createdIn2025 = { distinctId: 'ada', personMetadata: { created_at: '2025-06-01T12:00:00Z' } }

  test('compares it', () => {
    expect(decide(filter('is_date_before'), createdIn2025).enabled).toBe(true)
    const createdIn2026 = { distinctId: 'ada', personMetadata: { created_at: '2026-06-01T12:00:00Z' } }
    expect(decide(filter('is_date_before'), createdIn2026).enabled).toBe(false)
  })

  test('takes it for a missing property when nobody knows', () => {
    for (const subject of [{ distinctId: 'ada' }, { distinctId: 'ada', personMetadata: {} }]) {
      expect(decide(filter('is_date_before'), { ...subject, properties: { created_at: '2020-01-01' } }).enabled).toBe(
        false,
      )
      expect(decide(filter('is_not_set'), subject).enabled).toBe(true)
    }
  })

  test('has no other field', () => {
    expect(decide(filter('is_not_set', 'id'), createdIn2025)).toMatchObject({
      failed: true,
      reason: { description: expect.stringContaining('there is no person_metadata named "id"') },
    })
  })
})

describe('EVAL-2 a damaged definition', () => {
  test.each([
    ['no filters', null],
    ['condition sets that are no list', { groups: 5 }],
    ['a condition set that is none', { groups: [null] }],
    ['filters that are no list', { groups: [{ properties: 'x' }] }],
    ['a filter that is none', { groups: [{ properties: [null] }] }],
    ['an unknown operator', { groups: [{ properties: [{ key: 'a', type: 'person', operator: 'near', value: 1 }] }] }],
    ['an unknown type of filter', { groups: [{ properties: [{ key: 'a', type: 'galaxy', value: 1 }] }] }],
    ['a rollout that is no number', { groups: [{ rollout_percentage: '50' }] }],
    ['a variant without a percentage', { groups: [{}], multivariate: { variants: [{ key: 'a' }] } }],
    ['variants that are no list', { groups: [{}], multivariate: { variants: 3 } }],
  ])('with %s fails, and costs no other flag', (_, filters) => {
    const damaged = flagDefinition({ key: 'damaged', filters: filters as FlagDefinition['filters'] })
    const snapshot = compileDefinitions(definitionsDocument([damaged, flagDefinition({ id: 2 })]))
    const [bad, good] = snapshot.evaluateAll({ distinctId: 'ada' })
    expect(bad).toMatchObject({ enabled: false, failed: true, reason: { code: 'evaluation_failed' } })
    expect(good).toMatchObject({ enabled: true, failed: false })
  })

  test('says what is wrong with it', () => {
    const filter = { key: 'a', type: 'person', operator: 'near', value: 1 }
    const decision = decide(flagWith([{ properties: [filter as never] }]))
    expect(decision.reason.description).toBe('Feature flag cannot be evaluated (the operator "near" is unknown)')
  })

  test('does not matter while the flag is off', () => {
    const definition = flagDefinition({ active: false, filters: null as unknown as FlagDefinition['filters'] })
    expect(decide(definition)).toMatchObject({ failed: false, reason: { code: 'flag_disabled' } })
  })

  test('in its time zone costs the flags with dates alone', () => {
    const dated = { ...flagWith([{ properties: [personFilter('at', 'is_date_after', '2026-01-01')] }]), key: 'dated' }
    const document = definitionsDocument([dated, flagDefinition({ id: 2 })], { timezone: 'Mars/Olympus' })
    const [first, second] = compileDefinitions(document).evaluateAll({ distinctId: 'ada' })
    expect(first?.failed).toBe(true)
    expect(second?.enabled).toBe(true)
  })
})
