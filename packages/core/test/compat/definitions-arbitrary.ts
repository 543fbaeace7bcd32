import fc from 'fast-check'
import type { DefinitionsDocument, FlagDefinition } from '../../src/evaluation/definition/definitions.ts'
import type { ConditionSet, FlagFilters, PropertyFilter } from '../../src/evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../src/foundation/json/json-value.ts'
import { definitionsDocument, flagDefinition } from '../../src/testing/evaluation/definitions-document.ts'
import { propertyFilter } from './filter-arbitrary.ts'

const FLAGS = 20
const COHORTS = ['1', '2', '3', '4'] as const

const percentage = fc.oneof(fc.constantFrom(0, 100, 50, 33.3), fc.double({ min: 0, max: 100, noNaN: true }))
const personFilter = propertyFilter.map((filter): PropertyFilter => ({ ...filter, type: 'person' }))
const groupFilter = propertyFilter.map((filter): PropertyFilter => ({ ...filter, type: 'group', group_type_index: 0 }))
const cohortFilter = fc
  .record({
    value: fc.constantFrom(...COHORTS.map(Number), ...COHORTS),
    operator: fc.constantFrom('in', 'not_in', null),
  })
  .map((filter): PropertyFilter => ({ ...filter, key: 'id', type: 'cohort' }) as PropertyFilter)

/** A filter on a flag further down the list, as the feed writes it. */
function flagFilter(ownIndex: number): fc.Arbitrary<PropertyFilter> {
  const value = fc.constantFrom<JsonValue>(true, false, 'a', 'b', 'B')
  return fc.tuple(fc.nat(ownIndex - 1), value).map(([index, value]) => ({
    key: `flag-${index}`,
    type: 'flag',
    operator: 'flag_evaluates_to',
    value,
    dependency_chain: Array.from({ length: index + 1 }, (_, link) => `flag-${link}`),
  }))
}

function personCondition(index: number): fc.Arbitrary<ConditionSet> {
  const special = index === 0 ? [cohortFilter] : [cohortFilter, flagFilter(index)]
  const filter = fc.oneof(
    { arbitrary: personFilter, weight: 6 },
    ...special.map((arbitrary) => ({ arbitrary, weight: 1 })),
  )
  return condition(filter)
}

function condition(filter: fc.Arbitrary<PropertyFilter>): fc.Arbitrary<ConditionSet> {
  return fc.record(
    {
      properties: fc.array(filter, { maxLength: 2 }),
      rollout_percentage: fc.option(percentage),
      variant: fc.constantFrom('a', 'b', 'unknown', null, ''),
    },
    { requiredKeys: ['properties'] },
  )
}

const multivariate = fc.option(
  fc.record({
    variants: fc
      .tuple(percentage, percentage, percentage)
      .map((sizes) => sizes.map((size, index) => ({ key: 'abc'.charAt(index), rollout_percentage: size }))),
  }),
)
const payloads = fc.dictionary(
  fc.constantFrom('true', 'a', 'b', 'c', 'holdout-7'),
  fc.oneof(fc.json(), fc.constantFrom('', 'no json')),
)
const holdout = fc.option(fc.record({ id: fc.constant(7), exclusion_percentage: fc.constantFrom(0, 5, 100) }), {
  freq: 8,
})

function filters(index: number): fc.Arbitrary<FlagFilters> {
  const onGroup = condition(groupFilter)
  const mixed = fc.oneof(
    personCondition(index).map((set) => ({ ...set, aggregation_group_type_index: null })),
    onGroup.map((set) => ({ ...set, aggregation_group_type_index: 0 })),
  )
  const targeting = fc.oneof(
    { weight: 4, arbitrary: fc.record({ groups: fc.array(personCondition(index), { maxLength: 3 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        groups: fc.array(onGroup, { maxLength: 3 }),
        aggregation_group_type_index: fc.constant(0),
      }),
    },
    { weight: 1, arbitrary: fc.record({ groups: fc.array(mixed, { maxLength: 3 }) }) },
  )
  const rest = fc.record({ multivariate, payloads, holdout, early_exit: fc.option(fc.boolean()) })
  return fc.tuple(targeting, rest).map(([target, others]) => ({ ...target, ...others }))
}

function flag(index: number): fc.Arbitrary<FlagDefinition> {
  return fc
    .record({
      filters: filters(index),
      active: fc.nat(9).map((roll) => roll > 0),
      bucketing_identifier: fc.constantFrom('device_id' as const, 'distinct_id' as const, null, null),
    })
    .map((parts) => flagDefinition({ id: index + 1, key: `flag-${index}`, ...parts }))
}

/** Cohorts of filters, of groups of filters, and of cohorts with a higher number. */
function cohort(index: number): fc.Arbitrary<JsonValue> {
  const negation = fc.constantFrom(true, false)
  const leaf = fc.tuple(personFilter, negation).map(([filter, negation]) => ({ ...filter, negation }))
  const later = COHORTS.slice(index + 1)
  const cohortLeaf = fc.record({
    key: fc.constant('id'),
    type: fc.constant('cohort'),
    value: fc.constantFrom(...later, '4'),
    operator: fc.constantFrom('in', 'not_in'),
    negation,
  })
  const leaves = fc.array(
    later.length === 0 ? leaf : fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: cohortLeaf }),
    {
      maxLength: 2,
    },
  )
  const type = fc.constantFrom('AND', 'OR')
  const group = fc.record({ type, values: leaves })
  // The values of every filter are JSON; the type of filters says so only in part.
  return fc.oneof(
    group,
    fc.record({ type, values: fc.array(group, { minLength: 1, maxLength: 2 }) }),
  ) as fc.Arbitrary<JsonValue>
}

/** A project of flags, the later of which may depend on the earlier, and of cohorts. */
export const definitions: fc.Arbitrary<DefinitionsDocument> = fc
  .record({
    flags: fc.tuple(...Array.from({ length: FLAGS }, (_, index) => flag(index))),
    cohorts: fc.tuple(...COHORTS.map((_, index) => cohort(index))),
    version: fc.constantFrom(1 as const, 2 as const),
  })
  .map(({ flags, cohorts, version }) =>
    definitionsDocument(flags, {
      cohorts: Object.fromEntries(COHORTS.map((id, index) => [id, cohorts[index] ?? {}])),
      property_matching_version: version,
    }),
  )
