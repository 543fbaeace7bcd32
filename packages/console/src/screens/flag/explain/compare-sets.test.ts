import { expect, test } from 'vitest'
import { compareSets, setDiffers } from './compare-sets.ts'
import type { ConditionSet, Explanation, Filter } from './explanation.ts'

const filter = (index: number, passed: boolean, seen: string, asked = true) =>
  ({ index, passed, seen, asked }) as Filter // only the compared fields
const set = (index: number, outcome: string, filters: readonly Filter[] = [], isIn = true): ConditionSet => ({
  index,
  description: `Set ${index}`,
  reached: true,
  matched: false,
  outcome,
  aggregation: { group_type: null },
  filters,
  rollout: { position: 0.5, percentage: 60, is_in: isIn },
  variant: null,
  problem: null,
})
const explanation = (...conditions: readonly ConditionSet[]): Explanation => ({
  key: 'k',
  problem: null,
  enrollment: null,
  holdout: null,
  conditions,
  nearest_change: null,
})

test('CONSOLE-345 values that all pass are no difference', () => {
  const [compared] = compareSets([
    explanation(set(0, 'match', [filter(0, true, 'ann@acme.com')])),
    explanation(set(0, 'match', [filter(0, true, 'ben@acme.com')])),
  ])
  expect(compared && setDiffers(compared)).toBe(false)
})

test('CONSOLE-345 a filter that only some users pass is a difference', () => {
  const [compared] = compareSets([
    explanation(set(0, 'match', [filter(0, true, 'a'), filter(1, true, 'x')])),
    explanation(set(0, 'no_condition_match', [filter(0, true, 'b'), filter(1, false, 'y')])),
  ])
  expect(compared?.sets.differs).toBe(true)
  expect(compared?.filters.map(({ differs }) => differs)).toEqual([false, true])
  expect(compared?.rollout.differs).toBe(false)
})

test('CONSOLE-344 sets and filters are aligned by their index, also when some are left out', () => {
  const compared = compareSets([
    explanation(set(0, 'match'), set(7, 'match', [filter(2, true, 'a')])),
    explanation(set(0, 'match'), set(3, 'match')),
  ])
  expect(compared.map(({ index }) => index)).toEqual([0, 3, 7])
  expect(compared[2]?.filters.map(({ values }) => values.map((value) => value?.seen))).toEqual([['a', undefined]])
})

test('CONSOLE-345 filters and rollouts that were evaluated for no user are no difference', () => {
  const [compared] = compareSets([
    explanation(set(0, 'no_condition_match', [filter(0, false, 'a'), filter(1, true, 'x', false)], true)),
    explanation(set(0, 'no_condition_match', [filter(0, false, 'b'), filter(1, false, 'y', false)], false)),
  ])
  expect(compared && setDiffers(compared)).toBe(false)
})
