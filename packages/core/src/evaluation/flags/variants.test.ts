import { expect, test } from 'vitest'
import { flagDefinition } from '../testing/definitions-document.ts'
import { answersOf } from './answers.ts'
import { compileChoice, variantTable } from './variants.ts'

const variants = variantTable([
  { key: 'a', rollout_percentage: 25 },
  { key: 'b', rollout_percentage: 50 },
])

/** The variant of somebody whose place is `hash`. */
function variantAt(hash: number): string | null {
  const flag = { answers: answersOf(flagDefinition()), variants, variantHash: () => hash }
  return compileChoice({}, 0, flag).choose('ada').variant
}

test('EVAL-8 a variant has its lower limit and not its upper', () => {
  expect([0, 0.25 - Number.EPSILON, 0.25, 0.75 - Number.EPSILON].map(variantAt)).toEqual(['a', 'a', 'b', 'b'])
})

test('EVAL-8 the last limit and what is above it have no variant, 1 included', () => {
  expect([0.75, 1].map(variantAt)).toEqual([null, null])
})
