import { expect, test } from 'vitest'
import { seriesBackground, seriesRound } from './colours.ts'

const PLACES = Array.from({ length: 40 }, (_, index) => index)

test('CONSOLE-134 forty series have swatches that differ', () => {
  expect(new Set(PLACES.map(seriesBackground)).size).toBe(40)
  expect(seriesBackground(7)).toBe('var(--chart-8)')
  expect(seriesBackground(8)).toMatch(/^repeating-linear-gradient\(135deg, var\(--chart-1\) /)
})

test('CONSOLE-134 lines of the same colour have dashes that differ', () => {
  const ofOneColour = PLACES.filter((index) => index % 8 === 3).map((index) => String(seriesRound(index)?.dash))
  expect(new Set(ofOneColour).size).toBe(5)
  expect(seriesRound(7)).toBeUndefined()
})
