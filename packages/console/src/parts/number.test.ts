import { expect, test } from 'vitest'
import { percent, share } from './number.ts'

test.each([
  [0, '0%', '0.0%'],
  [25, '25%', '25.0%'],
  [33.333, '33.33%', '33.3%'],
  [100, '100%', '100.0%'],
])('CONSOLE-120 %d per cent as somebody set it, and as it was counted', (value, set, counted) => {
  expect(percent(value)).toBe(set)
  expect(share(value)).toBe(counted)
})
