import { expect, test } from 'vitest'
import { percent, share, sizeText } from './number.ts'

test.each([
  [0, '0%', '0.0%'],
  [25, '25%', '25.0%'],
  [33.333, '33.33%', '33.3%'],
  [100, '100%', '100.0%'],
])('CONSOLE-120 %d per cent as somebody set it, and as it was counted', (value, set, counted) => {
  expect(percent(value)).toBe(set)
  expect(share(value)).toBe(counted)
})

test.each([
  ['', '0 B'],
  ['é', '2 B'],
  ['x'.repeat(204_800), '205 KB'],
  ['x'.repeat(1_500_000), '1.5 MB'],
])('CONSOLE-273 the size of a text is that of its bytes', (text, size) => {
  expect(sizeText(text)).toBe(size)
})
