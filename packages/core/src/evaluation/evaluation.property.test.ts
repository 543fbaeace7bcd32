import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../foundation/json/json-value.ts'
import {
  definitionsDocument,
  flagDefinition,
  flagWith,
  personFilter,
} from '../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from './compile-definitions.ts'
import type { FlagDefinition } from './definition/definitions.ts'
import type { ConditionSet, PropertyFilter, Variant } from './definition/flag-filters.ts'
import { EVALUATED_ONLY_OPERATORS, OPERATORS } from './definition/operator.ts'
import type { Subject } from './definition/subject.ts'
import { explain } from './explain/explain.ts'
import { hashFraction } from './hashing/hash.ts'

const id = fc.string({ unit: 'binary', maxLength: 30 })
const percentage = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max: 100, noNaN: true }))
const name = fc.constantFrom('plan', 'age', 'email', '__proto__', 'distinct_id')
const scalar = fc.oneof(
  fc.constantFrom('pro', 'Pro', 'true', '5', '1.2.3', '2026-01-01', ''),
  fc.integer(),
  fc.boolean(),
)

const filter: fc.Arbitrary<PropertyFilter> = fc
  .tuple(name, fc.constantFrom(...OPERATORS, ...EVALUATED_ONLY_OPERATORS), fc.oneof(scalar, fc.array(scalar)))
  .map(([key, operator, value]) => personFilter(key, operator, value))

const condition: fc.Arbitrary<ConditionSet> = fc.record({
  properties: fc.array(filter, { maxLength: 3 }),
  rollout_percentage: fc.option(percentage),
  variant: fc.option(fc.constantFrom('a', 'b', 'unknown')),
})

const variants: fc.Arbitrary<Variant[]> = fc.array(
  fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), rollout_percentage: percentage }),
  { maxLength: 4 },
)

const flag: fc.Arbitrary<FlagDefinition> = fc
  .record({ groups: fc.array(condition, { maxLength: 4 }), variants, early_exit: fc.boolean(), active: fc.boolean() })
  .map(({ groups, active, early_exit, variants }) => ({
    ...flagWith(groups, { multivariate: { variants }, early_exit }),
    active,
  }))

const subject: fc.Arbitrary<Subject> = fc.record(
  { distinctId: id, properties: fc.dictionary(name, fc.oneof(scalar, fc.constant(null))) },
  { requiredKeys: ['distinctId'] },
)

function isEnabled(definition: FlagDefinition, subject: Subject): boolean {
  return compileDefinitions(definitionsDocument([definition])).isEnabled(definition.key, subject)
}

function variantOf(definition: FlagDefinition, subject: Subject): string | boolean {
  return compileDefinitions(definitionsDocument([definition])).variant(definition.key, subject)
}

describe('whatever the flag and the subject', () => {
  test('EVAL-6 raising a percentage never removes anyone', () => {
    const rising = fc.tuple(percentage, percentage).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
    fc.assert(
      fc.property(rising, id, ([low, high], distinctId) => {
        const isIn = (rollout: number) => isEnabled(flagWith([{ rollout_percentage: rollout }]), { distinctId })
        expect(isIn(low) && !isIn(high)).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  test('EVAL-6 raising the percentage of one condition set never removes anyone from a flag of many', () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), subject, percentage, (groups, who, raise) => {
        const [first = {}, ...rest] = groups
        const raised = Math.min(100, (first.rollout_percentage ?? 100) + raise)
        const before = isEnabled(flagWith(groups), who)
        const after = isEnabled(flagWith([{ ...first, rollout_percentage: raised }, ...rest]), who)
        expect(before && !after).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  test('EVAL-8 each subject is in exactly one variant, the one whose range its hash is in', () => {
    fc.assert(
      fc.property(variants, id, (list, distinctId) => {
        fc.pre(distinctId !== '')
        const hash = hashFraction('flag.', distinctId, 'variant')
        const answer = variantOf(flagWith([{}], { multivariate: { variants: list } }), { distinctId })
        let lower = 0
        const holders = list.filter(({ rollout_percentage }) => {
          const isInside = hash >= lower && hash < lower + rollout_percentage / 100
          lower += rollout_percentage / 100
          return isInside
        })
        expect(holders.length).toBeLessThanOrEqual(1)
        expect(answer).toBe(holders[0]?.key ?? true)
      }),
      { numRuns: 1000 },
    )
  })

  test('EVAL-8 growing the last variant never moves anyone between the others', () => {
    fc.assert(
      fc.property(percentage, percentage, percentage, id, (a, last, more, distinctId) => {
        const of = (size: number) => {
          const list = [
            { key: 'a', rollout_percentage: a },
            { key: 'last', rollout_percentage: size },
          ]
          return variantOf(flagWith([{}], { multivariate: { variants: list } }), { distinctId: distinctId || 'x' })
        }
        if (of(last) !== true) expect(of(last + more)).toBe(of(last))
      }),
    )
  })

  test('EVAL-13 a condition set that matches nobody changes nothing, wherever it is put', () => {
    const nobody: ConditionSet = { properties: [personFilter('never', 'is_set')], rollout_percentage: 100 }
    fc.assert(
      fc.property(flag, subject, fc.nat(4), (definition, who, at) => {
        const groups = definition.filters.groups.toSpliced(at, 0, nobody)
        const changed = { ...definition, filters: { ...definition.filters, groups } }
        expect(variantOf(changed, who)).toBe(variantOf(definition, who))
      }),
      { numRuns: 1000 },
    )
  })

  test('EVAL-13 the first condition set that lets a subject in is the one that decides', () => {
    fc.assert(
      fc.property(flag, subject, (definition, who) => {
        const { reason, variant } = compileDefinitions(definitionsDocument([definition])).evaluate('flag', who)
        if (reason.code !== 'condition_match' || reason.conditionIndex === null) return
        const { groups } = definition.filters
        const alone = (index: number) => {
          const filters = { ...definition.filters, groups: groups.slice(index, index + 1) }
          return compileDefinitions(definitionsDocument([{ ...definition, filters }])).evaluate('flag', who)
        }
        for (let index = 0; index < reason.conditionIndex; index++) expect(alone(index).enabled).toBe(false)
        expect(alone(reason.conditionIndex)).toMatchObject({ enabled: true, variant })
      }),
      { numRuns: 1000 },
    )
  })

  test('EVAL-19 the order of filters in a condition set does not matter', () => {
    fc.assert(
      fc.property(fc.array(filter, { maxLength: 4 }), subject, (properties, who) => {
        const forwards = isEnabled(flagWith([{ properties }]), who)
        expect(isEnabled(flagWith([{ properties: properties.toReversed() }]), who)).toBe(forwards)
      }),
    )
  })

  test('EVAL-4 every way of asking gives the same answer, again and again', () => {
    fc.assert(
      fc.property(fc.array(flag, { maxLength: 5 }), fc.array(subject, { minLength: 1, maxLength: 3 }), (flags, who) => {
        const definitions = flags.map((definition, index) => ({ ...definition, id: index, key: `k${index}` }))
        const whole = compileDefinitions(definitionsDocument(definitions))
        const piecewise = definitions.reduce(
          (snapshot, definition) => replaceDefinitions(snapshot, { version: 0, changed: [definition] }),
          compileDefinitions(definitionsDocument([])),
        )
        for (const subject of [...who, ...who]) {
          const all = whole.evaluateAll(subject)
          expect(all).toEqual(whole.keys.map((key) => whole.evaluate(key, subject)))
          expect(piecewise.evaluateAll(subject)).toEqual(all)
        }
      }),
    )
  })
})

describe('EVAL-1 EVAL-2 never throws', () => {
  const anyFilters = fc.anything({ withNullPrototype: true }) as fc.Arbitrary<FlagDefinition['filters']>
  const anySubject = fc.anything() as fc.Arbitrary<Subject>
  // Valid enough to reach code that an arbitrary value never reaches.
  const almostFilters = fc.record(
    {
      groups: fc.array(
        fc.record(
          {
            properties: fc.array(
              fc.record(
                {
                  key: fc.oneof(name, fc.jsonValue()),
                  type: fc.constantFrom('person', 'group', 'cohort', 'flag', 'person_metadata', null, 7),
                  operator: fc.oneof(fc.constantFrom(...OPERATORS, ...EVALUATED_ONLY_OPERATORS), fc.jsonValue()),
                  value: fc.oneof(scalar, fc.jsonValue()),
                  group_type_index: fc.jsonValue(),
                },
                { requiredKeys: [] },
              ),
            ),
            rollout_percentage: fc.oneof(percentage, fc.jsonValue()),
            variant: fc.jsonValue(),
            aggregation_group_type_index: fc.oneof(fc.nat(2), fc.jsonValue()),
          },
          { requiredKeys: [] },
        ),
      ),
      multivariate: fc.jsonValue(),
      payloads: fc.jsonValue(),
      holdout: fc.oneof(fc.jsonValue(), fc.record({ id: fc.jsonValue(), exclusion_percentage: percentage })),
      super_groups: fc.array(fc.oneof(condition, fc.jsonValue())),
      feature_enrollment: fc.boolean(),
      early_exit: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ) as unknown as fc.Arbitrary<FlagDefinition['filters']>

  test('on filters and subjects of any shape, and costs no other flag', () => {
    const cohorts = fc.dictionary(fc.constantFrom('1', '2'), fc.jsonValue() as fc.Arbitrary<JsonValue>)
    fc.assert(
      fc.property(
        fc.oneof(anyFilters, almostFilters),
        fc.oneof(subject, anySubject),
        cohorts,
        (filters, who, groups) => {
          const flags = [flagDefinition({ id: 1, filters }), flagDefinition({ id: 2, key: 'good' })]
          const snapshot = compileDefinitions(definitionsDocument(flags, { cohorts: groups }))
          const decisions = snapshot.evaluateAll(who)
          expect(explain(snapshot, 'flag', who).decision).toEqual(decisions[0])
          expect(decisions.map(({ key }) => key)).toEqual(['flag', 'good'])
          expect(decisions.every(({ failed, enabled }) => !(failed && enabled))).toBe(true)
          if (typeof who === 'object' && who !== null) expect(snapshot.isEnabled('good', who)).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  }, 30_000)
})
