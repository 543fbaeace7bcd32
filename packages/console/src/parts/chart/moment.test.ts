import { expect, test } from 'vitest'
import { placeAmong } from './moment.ts'

const DAYS = ['2026-11-20', '2026-11-21', '2026-11-22']

test('a time is placed between the moments around it', () => {
  expect(placeAmong(DAYS, '2026-11-20T12:00:00Z')).toBe(0.5)
  expect(placeAmong(DAYS, '2026-11-21T00:00:00Z')).toBe(1)
})

test('a time on the last day stands at its end', () => {
  expect(placeAmong(DAYS, '2026-11-22T18:00:00Z')).toBe(2)
})

test('a time outside has no place', () => {
  expect(placeAmong(DAYS, '2026-11-19T18:00:00Z')).toBeUndefined()
  expect(placeAmong(DAYS, '2026-11-25T18:00:00Z')).toBeUndefined()
  expect(placeAmong([], '2026-11-25T18:00:00Z')).toBeUndefined()
})
