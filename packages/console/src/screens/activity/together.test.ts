import { expect, test } from 'vitest'
import type { Entry } from './entries.ts'
import { type Part, together } from './together.ts'

function entry(id: number): Entry {
  return {
    id: String(id),
    user: { first_name: 'Ada', email: null },
    activity: 'updated',
    scope: 'FeatureFlag',
    item_id: '1',
    detail: { changes: [], trigger: null, type: null, name: 'beta', short_id: null },
    created_at: '2026-11-27T12:00:00Z',
    version: 1,
  }
}

const part = (ids: readonly number[], next: string | null): Part => ({ results: ids.map(entry), next })
const idsOf = ({ results }: Part) => results.map(({ id }) => Number(id))
const MORE = 'https://x.test/?before=100'
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index)

test('CONSOLE-325 a new match of a search is shown above the matches that were loaded', () => {
  const shown = part([9, 8, 7], 'https://x.test/?before=5')
  const newest = part([20], MORE)
  expect(together(newest, newest.results, shown, true)).toEqual({ ...shown, results: [20, 9, 8, 7].map(entry) })
})

test('CONSOLE-80 a part that is full of new entries is shown alone, because others may be missing between', () => {
  const shown = part([9, 8, 7], null)
  const newest = part(range(100, 50), MORE)
  for (const isSearch of [true, false]) expect(together(newest, newest.results, shown, isSearch)).toBe(newest)
  const last = { ...newest, next: null }
  expect(idsOf(together(last, last.results, shown, false))).toEqual([...range(100, 50), 9, 8, 7])
})
