import { expect, test } from 'vitest'
import type { Filters } from '../../parts/conditions/condition-types.ts'
import { BLANK, type Draft } from './draft.ts'
import { type Chosen, canKeepBoth, clashes, merged } from './merge-drafts.ts'
import { wrongWithVariants } from './problems.ts'

const withFilters = (filters: Partial<Filters>): Draft => ({ ...BLANK, filters: { ...BLANK.filters, ...filters } })
const sets = (...shares: readonly number[]) =>
  withFilters({ groups: shares.map((rollout_percentage) => ({ properties: [], rollout_percentage })) })
const variants = (shares: Readonly<Record<string, number>>) =>
  withFilters({
    multivariate: {
      variants: Object.entries(shares).map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
    },
  })
const pathsOf = (base: Draft, mine: Draft, theirs: Draft) => clashes(base, mine, theirs).map(({ path }) => path)
const NONE = new Map<string, Chosen>()

test('CONSOLE-32 asks about the one set that both changed, and merges the others', () => {
  const [base, mine, theirs] = [sets(10, 20, 30), sets(11, 21, 30), sets(12, 20, 32)]
  expect(pathsOf(base, mine, theirs)).toEqual(['filters.groups[0]'])
  expect(merged(base, mine, theirs, NONE)).toEqual(sets(11, 21, 32))
  expect(merged(base, mine, theirs, new Map([['filters.groups[0]', 'theirs'] as const]))).toEqual(sets(12, 21, 32))
})

test('CONSOLE-32 asks about a set that one removed and the other changed', () => {
  const [base, mine, theirs] = [sets(10, 20, 30), sets(11, 21, 30), sets(10, 30)]
  expect(clashes(base, mine, theirs)).toMatchObject([{ path: 'filters.groups[1]', theirs: undefined }])
  expect(merged(base, mine, theirs, NONE)).toEqual(sets(11, 21, 30))
  expect(merged(base, mine, theirs, new Map([['filters.groups[1]', 'theirs'] as const]))).toEqual(sets(11, 30))
})

test('CONSOLE-32 keeps a set that was added beside one that was changed', () => {
  expect(merged(sets(10), sets(10, 50), sets(12), NONE)).toEqual(sets(12, 50))
})

test('CONSOLE-32 asks about all sets at once when they moved, or two are alike', () => {
  expect(pathsOf(sets(10, 20), sets(11, 20), sets(20, 10))).toEqual(['filters.groups'])
  expect(pathsOf(sets(10, 10), sets(11, 10), sets(10, 11))).toEqual(['filters.groups'])
})

test('CONSOLE-32 asks variant by variant, and says when they are not 100 % together', () => {
  const base = variants({ a: 40, b: 30, c: 30 })
  const [mine, theirs] = [variants({ a: 50, b: 20, c: 30 }), variants({ a: 40, b: 40, c: 20 })]
  expect(pathsOf(base, mine, theirs)).toEqual(['filters.multivariate.variants.b'])
  const together = merged(base, mine, theirs, NONE)
  expect(together).toEqual(variants({ a: 50, b: 20, c: 20 }))
  expect(wrongWithVariants(together)).toBeDefined()
  expect(wrongWithVariants(mine)).toBeUndefined()
})

test('CONSOLE-32 asks payload by payload', () => {
  const payloads = (given: Readonly<Record<string, string>>) => withFilters({ payloads: given })
  const base = payloads({ a: '1', b: '2' })
  const [mine, theirs] = [payloads({ a: '3', b: '2' }), payloads({ a: '4', c: '5' })]
  expect(pathsOf(base, mine, theirs)).toEqual(['filters.payloads.a'])
  expect(merged(base, mine, theirs, NONE)).toEqual(payloads({ a: '3', c: '5' }))
})

test('CONSOLE-102 keeps the tags of both, and no two numbers', () => {
  const tagged = (...tags: string[]): Draft => ({ ...BLANK, tags })
  const [base, mine, theirs] = [tagged('a'), tagged('a', 'b'), tagged('a', 'c')]
  const [clash] = clashes(base, mine, theirs)
  expect(clash && canKeepBoth(clash)).toBe(true)
  expect(merged(base, mine, theirs, new Map([['tags', 'both'] as const])).tags).toEqual(['a', 'c', 'b'])
  const [number] = clashes(sets(10), sets(11), sets(12))
  expect(number && canKeepBoth(number)).toBe(false)
  expect(merged(sets(10), sets(11), sets(12), new Map([['filters.groups[0]', 'both'] as const]))).toEqual(sets(12))
})
