import { expect, test } from 'vitest'
import { distribution } from '../hashing/hash.ts'
import { packText } from '../hashing/packed-text.ts'
import { flagDefinition } from '../testing/definitions-document.ts'
import { answersOf } from './answers.ts'
import { choose, compileChoice, variantTable } from './variants.ts'

const shares = [
  { key: 'a', rollout_percentage: 25 },
  { key: 'b', rollout_percentage: 50 },
]

function variantAt(place: number): string | null {
  // A distribution that has just found ada there.
  const variants = variantTable(shares, { ...distribution(packText('')), lastIdentifier: 'ada', lastPlace: place })
  return choose(compileChoice({}, 0, { answers: answersOf(flagDefinition()), variants }), 'ada').variant
}

test('EVAL-8 a variant has its lower limit and not its upper', () => {
  expect([0, 0.25 - Number.EPSILON, 0.25, 0.75 - Number.EPSILON].map(variantAt)).toEqual(['a', 'a', 'b', 'b'])
})

test('EVAL-8 the last limit and what is above it have no variant, 1 included', () => {
  expect([0.75, 1].map(variantAt)).toEqual([null, null])
})
