import { describe, expect, it } from 'vitest'
import type { FilterInput, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { mergeFilterEdits } from './merge-filter-edits.ts'
import { mergeFilters, normalizeFilters } from './normalize-filters.ts'

const plan = (value: string) => ({ properties: [{ key: 'plan', type: 'person' as const, value }] })
const variants = (shares: Readonly<Record<string, number>>, more: object = {}) => ({
  variants: Object.entries(shares).map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
  ...more,
})

const BASE: FilterInput = {
  groups: [plan('free'), plan('pro'), plan('max')],
  multivariate: variants({ a: 50, b: 25, c: 25 }),
  payloads: { a: '"a"', b: '"b"' },
}

/** Returns the merged filters when two edits send these parts. */
function merge(theirs: FilterInput, mine: FilterInput, read: FilterInput = BASE) {
  const base = normalizeFilters(read)
  return mergeFilterEdits({ base, theirs: mergeFilters(base, theirs), mine: mergeFilters(base, mine) })
}

function whole(parts: FilterInput): FlagFilters {
  return normalizeFilters({ ...BASE, ...parts })
}

describe('edits of different parts', () => {
  it.each<[what: string, theirs: FilterInput, mine: FilterInput, merged: FilterInput]>([
    [
      'two condition sets',
      { groups: [plan('none'), plan('pro'), plan('max')] },
      { groups: [plan('free'), plan('pro'), { ...plan('max'), rollout_percentage: 5 }] },
      { groups: [plan('none'), plan('pro'), { ...plan('max'), rollout_percentage: 5 }] },
    ],
    [
      'a condition set, and one more',
      { groups: [plan('free'), plan('pro'), plan('max'), plan('new')] },
      { groups: [plan('free'), plan('pro'), plan('top')] },
      { groups: [plan('free'), plan('pro'), plan('top'), plan('new')] },
    ],
    [
      'a condition set, and one less',
      { groups: [plan('pro'), plan('max')] },
      { groups: [plan('free'), plan('pro'), plan('top')] },
      { groups: [plan('pro'), plan('top')] },
    ],
    [
      'a condition set and the variants',
      { groups: [plan('none'), plan('pro'), plan('max')] },
      { multivariate: variants({ a: 40, b: 30, c: 30 }) },
      { groups: [plan('none'), plan('pro'), plan('max')], multivariate: variants({ a: 40, b: 30, c: 30 }) },
    ],
    [
      'payloads of two variants',
      { payloads: { a: '1', b: '"b"' } },
      { payloads: { a: '"a"', b: '2' } },
      { payloads: { a: '1', b: '2' } },
    ],
    [
      'payloads of which one goes',
      { payloads: { b: '"b"' } },
      { payloads: { a: '"a"', b: '2' } },
      { payloads: { b: '2' } },
    ],
    [
      'payloads of which one is new',
      { payloads: { a: '"a"', b: '"b"', c: '3' } },
      { payloads: { a: '1', b: '"b"' } },
      { payloads: { a: '1', b: '"b"', c: '3' } },
    ],
    [
      'a payload and its variant',
      { payloads: { a: '1', b: '"b"' } },
      { multivariate: variants({ a: 100, b: 0, c: 0 }) },
      { payloads: { a: '1', b: '"b"' }, multivariate: variants({ a: 100, b: 0, c: 0 }) },
    ],
    [
      'the holdout and an early exit',
      { holdout: { id: 1, exclusion_percentage: 5 } },
      { early_exit: true },
      { holdout: { id: 1, exclusion_percentage: 5 }, early_exit: true },
    ],
    [
      'keys of clients',
      { super_groups: [{ a: 1 }] } as FilterInput,
      { mine: null } as FilterInput,
      { super_groups: [{ a: 1 }], mine: null } as FilterInput,
    ],
    [
      'what both changed alike',
      { early_exit: true, holdout: null },
      { early_exit: true, feature_enrollment: false },
      { early_exit: true, holdout: null, feature_enrollment: false },
    ],
  ])('EDIT-3 are merged: %s', (_, theirs, mine, merged) => {
    expect(merge(theirs, mine)).toEqual({ value: whole(merged), overlaps: [] })
    expect(merge(mine, theirs)).toEqual({ value: whole(merged), overlaps: [] })
  })

  it('EDIT-3 are merged: two variants, in the order that one of them gave', () => {
    const named = (key: string, rollout_percentage: number, name: string) => ({ key, rollout_percentage, name })
    const [a, b, c] = [named('1', 50, 'a'), named('0', 25, 'b'), named('x', 25, 'c')]
    const read = { ...BASE, multivariate: { variants: [a, b, c] }, payloads: {} }
    const theirs = { multivariate: { variants: [c, a, { ...b, name: 'B' }] } }
    const mine = { multivariate: { variants: [{ ...a, name: 'A' }, b, c], note: 'mine' } }
    const expected = { variants: [c, { ...a, name: 'A' }, { ...b, name: 'B' }], note: 'mine' }
    expect(merge(theirs, mine, read)).toMatchObject({ value: { multivariate: expected }, overlaps: [] })
    expect(merge(mine, theirs, read)).toMatchObject({ value: { multivariate: expected }, overlaps: [] })
  })

  it('FLAG-52 leave the group type of the flag to the condition sets', () => {
    const about = (...types: (number | null)[]) => ({
      groups: types.map((aggregation_group_type_index, n) => ({ rollout_percentage: n, aggregation_group_type_index })),
    })
    const { value, overlaps } = merge(about(1, 0, 0), about(0, 0, 2), about(0, 0, 0))
    expect([value.groups.map((group) => group.aggregation_group_type_index), overlaps]).toEqual([[1, 0, 2], []])
    expect(normalizeFilters(value).aggregation_group_type_index).toBe(null)
    const flagLevel = (aggregation_group_type_index: number) => ({ groups: [], aggregation_group_type_index })
    expect(merge(flagLevel(1), flagLevel(2), flagLevel(0)).overlaps).toEqual(['filters.aggregation_group_type_index'])
  })
})

describe('edits of the same part', () => {
  const named = (name: string) => ({ key: 'a', rollout_percentage: 50, name })
  const others = variants({ b: 25, c: 25 }).variants

  it.each<[what: string, theirs: FilterInput, mine: FilterInput, paths: readonly string[]]>([
    [
      'a condition set',
      { groups: [plan('free'), plan('x'), plan('max')] },
      { groups: [plan('free'), { ...plan('pro'), rollout_percentage: 5 }, plan('max')] },
      ['filters.groups[1]'],
    ],
    [
      'one more condition set each',
      { groups: [plan('free'), plan('pro'), plan('max'), plan('x')] },
      { groups: [plan('free'), plan('pro'), plan('max'), plan('y')] },
      ['filters.groups[3]'],
    ],
    [
      'a variant',
      { multivariate: { variants: [named('x'), ...others] } },
      { multivariate: { variants: [named('y'), ...others] } },
      ['filters.multivariate.variants.a'],
    ],
    [
      'a variant that is gone',
      { multivariate: variants({ b: 50, c: 50 }) },
      { multivariate: { variants: [named('y'), ...others] } },
      ['filters.multivariate.variants.a', 'filters.multivariate.variants.b', 'filters.multivariate.variants.c'].slice(
        0,
        1,
      ),
    ],
    [
      'one more variant each',
      { multivariate: variants({ a: 50, b: 25, c: 25, d: 0 }) },
      { multivariate: variants({ a: 50, b: 25, c: 25, e: 0 }) },
      ['filters.multivariate.variants'],
    ],
    [
      'one more variant in different places',
      { multivariate: variants({ d: 0, a: 50, b: 25, c: 25 }) },
      { multivariate: variants({ a: 50, b: 25, c: 25, d: 0 }) },
      ['filters.multivariate.variants'],
    ],
    [
      'the order of variants',
      { multivariate: variants({ b: 25, a: 50, c: 25 }) },
      { multivariate: variants({ a: 50, c: 25, b: 25 }) },
      ['filters.multivariate.variants'],
    ],
    [
      'variants that are gone',
      { multivariate: null },
      { multivariate: variants({ a: 0, b: 50, c: 50 }) },
      ['filters.multivariate'],
    ],
    ['a payload', { payloads: { a: '1', b: '"b"' } }, { payloads: { a: '2', b: '"b"' } }, ['filters.payloads.a']],
    ['payloads that are gone', { payloads: null }, { payloads: { a: '2', b: '"b"' } }, ['filters.payloads.a']],
    [
      'the holdout',
      { holdout: { id: 1, exclusion_percentage: 5 } },
      { holdout: { id: 1, exclusion_percentage: 6 } },
      ['filters.holdout'],
    ],
    ['a key of clients', { theirs: [1, 2] } as FilterInput, { theirs: [1, 3] } as FilterInput, ['filters.theirs']],
    [
      'several parts',
      { early_exit: true, payloads: {} },
      { early_exit: false, payloads: { a: '1' } },
      ['filters.early_exit', 'filters.payloads.a'],
    ],
  ])('EDIT-3 overlap: %s', (_, theirs, mine, paths) => {
    expect(merge(theirs, mine).overlaps).toEqual(paths)
    expect(merge(mine, theirs).overlaps.toSorted()).toEqual(paths.toSorted())
  })

  it.each<[what: string, damaged: unknown]>([
    ['filters of null', null],
    ['conditions that are text', { groups: 'all' }],
    ['a condition of null', { groups: [null, {}] }],
    ['variants that are text', { groups: [], multivariate: 'x' }],
    ['a variant of null', { groups: [], multivariate: { variants: [null] } }],
    ['two variants of one key', { groups: [], multivariate: { variants: [{ key: 'a' }, { key: 'a' }] } }],
    ['a variant without a key', { groups: [], multivariate: { variants: [{}] } }],
    ['payloads that are a list', { groups: [], payloads: ['x'] }],
  ])('EDIT-3 merge what is damaged whole: %s', (_, damaged) => {
    const base = normalizeFilters(damaged as FlagFilters)
    const [theirs, mine] = [whole({}), whole({ groups: [plan('x')], payloads: { a: '2' }, multivariate: null })]
    expect(mergeFilterEdits({ base, theirs, mine }).overlaps.length).toBeGreaterThan(0)
    expect(mergeFilterEdits({ base, theirs, mine: base })).toEqual({ value: theirs, overlaps: [] })
    expect(mergeFilterEdits({ base, theirs: base, mine }).overlaps).toEqual([])
  })
})

it('FLAG-8 takes keys such as __proto__ for keys', () => {
  const read: FilterInput = JSON.parse('{"groups":[],"payloads":{"__proto__":"1","a":"1"},"__proto__":{"x":1}}')
  const theirs: FilterInput = JSON.parse('{"payloads":{"__proto__":"2","a":"1"}}')
  const mine: FilterInput = JSON.parse('{"payloads":{"__proto__":"1","a":"2","constructor":"3"},"toString":1}')
  const { value, overlaps } = merge(theirs, mine, read)
  expect(overlaps).toEqual([])
  expect(JSON.stringify(value.payloads)).toBe('{"__proto__":"2","a":"2","constructor":"3"}')
  expect(Object.keys(value)).toEqual(expect.arrayContaining(['__proto__', 'toString']))
  expect(merge(theirs, JSON.parse('{"payloads":{"__proto__":"3","a":"1"}}'), read).overlaps).toEqual([
    'filters.payloads.__proto__',
  ])
})
