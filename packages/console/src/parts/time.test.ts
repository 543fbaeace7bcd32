import { expect, test } from 'vitest'
import { spoken } from './time.tsx'

const NOW = Date.UTC(2026, 0, 31, 12)

test.each([
  [59.4, /59.*sec/],
  [59.6, /1 min/],
  [59.6 * 60, /1 (hr|hour)/],
  [23.6 * 3600, /yesterday/],
])('CONSOLE-151 tells a moment %d seconds ago in whole units, and never as 60 of one', (seconds, words) => {
  expect(spoken(new Date(NOW - seconds * 1000), NOW)).toMatch(words)
})
