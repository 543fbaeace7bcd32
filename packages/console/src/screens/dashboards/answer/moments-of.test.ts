import { expect, it } from 'vitest'
import { FIRST_QUESTION } from '../question/question.ts'
import { toQuery } from '../question/to-query.ts'
import type { Item } from './answer-items.ts'
import { momentsOf } from './moments-of.ts'

const action = { name: null, custom_name: null, math: 'total' }
const item = (days: readonly string[], data: readonly number[]): Item => ({ action, label: 'x', count: 0, data, days })

it.each<['hour' | 'day' | 'week' | 'month', string, readonly string[]]>([
  ['hour', '2026-11-20 23:00:00', ['2026-11-21 00:00:00', '2026-11-21 01:00:00']],
  ['day', '2026-11-30', ['2026-12-01', '2026-12-02']],
  ['week', '2026-11-22', ['2026-11-29', '2026-12-06']],
  ['month', '2026-11-01', ['2026-12-01', '2027-01-01']],
])('CONSOLE-174 a chart by %s continues after %s where the period before is longer', (interval, last, after) => {
  const query = toQuery({ ...FIRST_QUESTION, interval })
  const result = [item([last], [1]), item(['a', 'b', 'c'], [1, 2, 3])]
  expect(momentsOf({ query, result, approximate: false, users_coverage: null })).toEqual([last, ...after])
})
