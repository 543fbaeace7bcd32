import { expect, test } from 'vitest'
import { laidOut } from './laid-out.ts'

const LONG = { words: Array.from({ length: 12 }, (_, index) => `word ${index}`) }

test('CONSOLE-130 lays out JSON that is longer than a line', () => {
  expect(laidOut(JSON.stringify(LONG))).toBe(JSON.stringify(LONG, null, 2))
})

test.each([
  ['that fits a line', '{"steps":1}'],
  ['with digits that a number does not keep', `{"id":12345678901234567890,"pad":"${'x'.repeat(60)}"}`],
  ['that was laid out already', JSON.stringify(LONG, null, 4)],
  ['that is none', 'gAAAAAB'.repeat(20)],
])('CONSOLE-130 shows JSON %s as it is', (_, text) => {
  expect(laidOut(text)).toBe(text)
})
