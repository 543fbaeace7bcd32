import { expect, test } from 'vitest'
import { definitionsDocument, flagDefinition, flagWith } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions } from '../compile-definitions.ts'
import { packText } from '../hashing/packed-text.ts'
import { Answers } from './answers.ts'
import { choose, compileChoice, variantTable } from './variants.ts'

const shares = [
  { key: 'a', rollout_percentage: 25 },
  { key: 'b', rollout_percentage: 50 },
]

function variantAt(place: number): string | null {
  // A distribution that has just returned a position for ada.
  const variants = variantTable(shares, packText(''))
  Object.assign(variants.distribution, { lastIdentifier: 'ada', lastPlace: place })
  const flag = { answers: new Answers(flagDefinition()), variants, variantKeys: new Set(variants.keys) }
  return choose(compileChoice({}, 0, flag), 'ada').variant
}

test('EVAL-8 a variant has its lower limit and not its upper', () => {
  expect([0, 0.25 - Number.EPSILON, 0.25, 0.75 - Number.EPSILON].map(variantAt)).toEqual(['a', 'a', 'b', 'b'])
})

test('EVAL-8 the last limit and what is above it have no variant, 1 included', () => {
  expect([0.75, 1].map(variantAt)).toEqual([null, null])
})

test('EVAL-51 many condition sets of many variants make no decision for each pair of them', () => {
  const variants = Array.from({ length: 500 }, (_, index) => ({ key: `v${index}`, rollout_percentage: 0.2 }))
  const flag = flagWith(
    Array.from({ length: 500 }, () => ({ rollout_percentage: 50 })),
    { multivariate: { variants } },
  )
  let decisions = 0
  // Every enabled decision reads its payload.
  Object.defineProperty(flag.filters, 'payloads', { get: () => void decisions++ })
  const snapshot = compileDefinitions(definitionsDocument([flag]))
  const drawn = Array.from({ length: 100 }, (_, index) => snapshot.variant('flag', { distinctId: `user-${index}` }))
  expect(new Set(drawn).size).toBeGreaterThan(20)
  expect(decisions).toBeLessThan(2000)
})
