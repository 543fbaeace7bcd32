import { describe, expect, it } from 'vitest'
import type { FilterInput, FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { checkFilterStructure } from './filter-structure.ts'
import { mergeFilters, normalizeFilters } from './normalize-filters.ts'

/** Returns sent filters in the form in which they are stored. */
function stored(sent: unknown): FlagFilters {
  const { filters, violations } = checkFilterStructure(sent)
  if (!filters) throw new Error(JSON.stringify(violations))
  return normalizeFilters(filters)
}

describe('the stored form of filters', () => {
  it.each([
    ['min', 'gte'],
    ['max', 'lte'],
  ])('FLAG-51 stores the operator %s as %s', (alias, operator) => {
    const property = { key: 'age', type: 'person', value: '5' }
    const filters = stored({ groups: [{ properties: [{ ...property, operator: alias }] }] })
    expect(filters.groups[0]?.properties).toEqual([{ ...property, operator }])
  })

  it.each(['gt', 'gte', 'lt', 'lte', 'min', 'icontains', 'not_icontains', 'regex', 'not_regex'])(
    'FLAG-147 stores a number that %s compares with as text',
    async (operator) => {
      const { flags } = await testDeck()
      const valued = (value: JsonValue) => ({
        groups: [{ properties: [{ key: 'age', type: 'person', operator, value }] }],
      })
      const create = (key: string, value: JsonValue) => flags.create({ key, filters: valued(value) as FilterInput })
      for (const [key, value] of Object.entries({ whole: 18, fraction: 1.5, negative: -3 })) {
        const { filters, warnings } = await create(key, value)
        expect(filters.groups[0]?.properties?.[0]?.value).toBe(String(value))
        expect(warnings).toBe(undefined)
      }
      for (const value of [['18'], [18], true, null, 2 ** 60]) {
        const code = 'operator_requires_string_value'
        await expect(create('refused', value), JSON.stringify(value)).rejects.toMatchObject({ code })
      }
    },
  )

  it.each(['exact', 'is_not', 'semver_eq'])('FLAG-147 leaves a number of %s as it is', (operator) => {
    const property = { key: 'age', type: 'person', operator, value: 18 } as const
    const { groups } = normalizeFilters({ groups: [{ properties: [property as PropertyFilter] }] })
    expect(groups[0]?.properties?.[0]?.value).toBe(18)
  })

  it('FLAG-51 stores a numeric property key as text', () => {
    const filters = stored({ groups: [{ properties: [{ key: 12, type: 'person', value: 1 }] }] })
    expect(filters.groups[0]?.properties?.[0]?.key).toBe('12')
  })

  it.each([
    [{ a: 1 }, '{"a":1}'],
    [[1, 'x'], '[1,"x"]'],
    [5, '5'],
    [false, 'false'],
    [null, 'null'],
    ['{"a": 1}', '{"a": 1}'],
  ])('FLAG-51 stores the payload %j as JSON text', (payload, text) => {
    expect(stored({ groups: [], payloads: { true: payload } }).payloads).toEqual({ true: text })
  })

  it('FLAG-51 takes payloads of null for none', () => {
    expect(stored({ groups: [], payloads: null })).not.toHaveProperty('payloads')
  })

  it('FLAG-51 stores no filters of a condition as an empty list', () => {
    expect(stored({ groups: [{ properties: null }, {}] }).groups.map((group) => group.properties)).toEqual([[], []])
  })

  it('FLAG-51 keeps fractions of a percentage', () => {
    expect(stored({ groups: [{ rollout_percentage: 33.33 }] }).groups[0]?.rollout_percentage).toBe(33.33)
  })

  it('FLAG-8 keeps a payload called __proto__', () => {
    const filters = stored(JSON.parse('{"groups":[],"payloads":{"__proto__":"1","constructor":"2"}}'))
    expect(JSON.stringify(filters.payloads)).toBe('{"__proto__":"1","constructor":"2"}')
  })
})

describe('the group type of a flag', () => {
  it.each([
    ['a condition that names none takes that of the flag', 1, [undefined, 0], [1, 0], null],
    ['a condition that says null is about persons', 1, [null], [null], null],
    ['what all conditions share is that of the flag', undefined, [2, 2], [2, 2], 2],
    ['conditions that differ leave the flag with none', 0, [0, 1], [0, 1], null],
    ['conditions overrule what was sent for the flag', 0, [1, 1], [1, 1], 1],
    ['a flag without conditions keeps what was sent', 3, [], [], 3],
    ['nothing at all means persons', undefined, [undefined], [null], null],
  ])('FLAG-52 %s', (_, flagLevel, sent, groups, derived) => {
    const filters = normalizeFilters({
      aggregation_group_type_index: flagLevel,
      groups: sent.map((index) => ({ aggregation_group_type_index: index })),
    })
    expect(filters.groups.map((group) => group.aggregation_group_type_index)).toEqual(groups)
    expect(filters.aggregation_group_type_index).toBe(derived)
  })
})

describe('merging', () => {
  const before = stored({
    groups: [{ properties: [], rollout_percentage: 20 }],
    multivariate: { variants: [{ key: 'a', rollout_percentage: 100 }] },
    payloads: { a: '1' },
  })

  it('FLAG-21 replaces what was sent whole and keeps the rest', () => {
    const merged = mergeFilters(before, { payloads: { a: 2 } })
    expect(merged).toEqual({ ...before, payloads: { a: '2' } })
  })

  it('FLAG-21 does not merge below the first level', () => {
    expect(mergeFilters(before, { groups: [{ rollout_percentage: 30 }] }).groups).toEqual([
      { properties: [], rollout_percentage: 30, aggregation_group_type_index: null },
    ])
  })

  it('FLAG-21 empties what was sent as null', () => {
    const merged = mergeFilters(before, { multivariate: null, payloads: null })
    expect(merged).toEqual({ groups: before.groups, multivariate: null, aggregation_group_type_index: null })
  })

  it('FLAG-21 takes undefined for not sent', () => {
    expect(mergeFilters(before, { groups: undefined, payloads: undefined })).toEqual(before)
  })

  it('FLAG-21 gives conditions that name no group type that of the stored flag', () => {
    const grouped = stored({ aggregation_group_type_index: 1, groups: [{}] })
    expect(mergeFilters(grouped, { groups: [{ rollout_percentage: 5 }] })).toMatchObject({
      aggregation_group_type_index: 1,
      groups: [{ aggregation_group_type_index: 1 }],
    })
  })
})
