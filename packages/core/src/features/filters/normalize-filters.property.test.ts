import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { OPERATORS } from '../../evaluation/definition/operator.ts'
import { checkFilterStructure } from './filter-structure.ts'
import { mergeFilters, normalizeFilters } from './normalize-filters.ts'

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const groupType = maybe(fc.integer({ min: 0, max: 4 }))
const percentage = fc.double({ min: 0, max: 100, noNaN: true })
const text = fc.string({ unit: 'binary' })

const property = fc.record(
  {
    key: fc.string({ minLength: 1 }),
    type: fc.constantFrom('person' as const, 'cohort' as const, 'group' as const, 'flag' as const),
    value: fc.jsonValue({ maxDepth: 3 }),
    operator: maybe(fc.constantFrom(...OPERATORS)),
    group_type_index: groupType,
    negation: maybe(fc.boolean()),
    label: maybe(text),
  },
  { requiredKeys: ['key', 'type'] },
)

const conditionSet = fc.record(
  {
    properties: maybe(fc.array(property, { maxLength: 3 })),
    rollout_percentage: maybe(percentage),
    variant: maybe(fc.string()),
    aggregation_group_type_index: groupType,
    description: maybe(text),
    sort_key: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
)

/** Generates anything with the structure of filters, whether it violates other rules or not. */
const filters = fc.record(
  {
    groups: fc.array(conditionSet, { maxLength: 4 }),
    multivariate: maybe(
      fc.record({
        variants: fc.array(
          fc.record({ key: fc.stringMatching(/^[a-z0-9_./-]{1,9}$/), rollout_percentage: percentage }),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
      }),
    ),
    payloads: maybe(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))),
    aggregation_group_type_index: groupType,
    holdout: maybe(fc.record({ id: fc.integer(), exclusion_percentage: percentage })),
    feature_enrollment: maybe(fc.boolean()),
    early_exit: maybe(fc.boolean()),
  },
  { requiredKeys: [] },
)

function checked(input: unknown): FilterInput {
  const { filters: found, violations } = checkFilterStructure(input)
  if (!found) throw new Error(violations[0]?.detail)
  return found
}

it('FLAG-52 stores filters that were stored before as they were', () => {
  fc.assert(
    fc.property(filters, (input) => {
      const once = normalizeFilters(checked(input))
      expect(normalizeFilters(once)).toEqual(once)
      expect(normalizeFilters(checked(JSON.parse(JSON.stringify(once))))).toEqual(JSON.parse(JSON.stringify(once)))
    }),
  )
})

it('FLAG-52 shows the group type of every condition, and that of the flag', () => {
  fc.assert(
    fc.property(filters, (input) => {
      const { groups, aggregation_group_type_index: derived } = normalizeFilters(checked(input))
      const types = groups.map((group) => group.aggregation_group_type_index)
      expect(types).not.toContain(undefined)
      if (groups.length > 0) expect(derived).toBe(new Set(types).size === 1 ? types[0] : null)
    }),
  )
})

it('FLAG-21 keeps every key that was not sent', () => {
  fc.assert(
    fc.property(filters, filters, (before, sent) => {
      const stored = normalizeFilters(checked(before))
      const merged = mergeFilters(stored, checked(sent))
      const untouched = Object.keys(stored).filter((key) => !(key in sent) && !DERIVED.has(key))
      for (const key of untouched as (keyof typeof stored)[]) expect(merged[key]).toEqual(stored[key])
      if (!('groups' in sent)) expect(merged.groups).toEqual(stored.groups)
    }),
  )
})

it('FLAG-21 merges nothing into what it was', () => {
  fc.assert(
    fc.property(filters, (before) => {
      const stored = normalizeFilters(checked(before))
      expect(mergeFilters(stored, {})).toEqual(stored)
    }),
  )
})

/** Parts that are derived from the conditions. */
const DERIVED = new Set(['aggregation_group_type_index', 'groups'])
