import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distribution, isInShare } from '../hashing/hash.ts'
import { packText } from '../hashing/packed-text.ts'
import { highestExcluding, lowestIncluding } from './rollout-change.ts'

const position = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 1000),
)
const withAdaAt = (place: number) => ({ ...distribution(packText('')), lastIdentifier: 'ada', lastPlace: place })
const isIn = (percentage: number, position: number) => isInShare(percentage / 100, withAdaAt(position), 'ada')

describe('EVAL-47 the percentage at which a rollout', () => {
  test('lets a position in is the lowest of the tenths that do', () => {
    fc.assert(
      fc.property(position, (at) => {
        const percentage = lowestIncluding(at)
        expect(percentage).toBeLessThanOrEqual(100)
        expect(isIn(percentage, at) || percentage === 0).toBe(true)
        if (percentage > 0.1) expect(isIn((Math.round(percentage * 10) - 1) / 10, at)).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })

  test('lets a position out is the highest of the tenths that do', () => {
    fc.assert(
      fc.property(position, (at) => {
        const percentage = highestExcluding(at)
        expect(percentage).toBeGreaterThanOrEqual(0)
        expect(isIn(percentage, at)).toBe(false)
        expect(isIn((Math.round(percentage * 10) + 1) / 10, at)).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })
})
