import { expect, test } from 'vitest'
import { daysOf, type Entry } from './entries.ts'

let number = 0

function entry(item: string, email: string | null, createdAt: string): Entry {
  number += 1
  return {
    id: String(number),
    user: { first_name: '', email },
    activity: 'updated',
    scope: 'FeatureFlag',
    item_id: item,
    detail: { changes: [], trigger: null, type: null, name: item, short_id: null },
    created_at: createdAt,
    version: 1,
  }
}

const shape = (entries: readonly Entry[], isGrouped = true) =>
  daysOf(entries, isGrouped).map(({ count, folds }) => [count, folds.map((fold) => fold.entries.length)])

test('CONSOLE-352 entries of one user about one record fold when they follow each other on one day', () => {
  const entries = [
    entry('a', 'ada@x.test', '2026-11-27T13:00:00'),
    entry('a', 'ada@x.test', '2026-11-27T12:00:00'),
    entry('a', 'ben@x.test', '2026-11-27T11:00:00'),
    entry('b', 'ben@x.test', '2026-11-27T10:00:00'),
    entry('a', 'ben@x.test', '2026-11-27T09:00:00'),
    entry('a', 'ben@x.test', '2026-11-26T09:00:00'),
  ]
  expect(shape(entries)).toEqual([
    [5, [2, 1, 1, 1]],
    [1, [1]],
  ])
  expect(shape(entries, false)).toEqual([
    [5, [1, 1, 1, 1, 1]],
    [1, [1]],
  ])
})
