import { expect, test } from 'vitest'
import type { Filters } from '../../parts/conditions/condition-types.ts'
import { asideOf, withoutVariants, withVariantsAgain } from './variants-aside.ts'

const THREE: Filters = {
  groups: [{ rollout_percentage: 100, variant: 'blue' }, { rollout_percentage: 10 }],
  multivariate: {
    variants: [
      { key: 'red', rollout_percentage: 20 },
      { key: 'blue', rollout_percentage: 30 },
      { key: 'true', rollout_percentage: 50 },
    ],
  },
  payloads: { red: '1', blue: '{"a": 2}' },
}
const FIRST = { variants: [{ key: 'control', rollout_percentage: 100 }] }

test('variants come back with their payloads and the sets that name them', () => {
  const aside = asideOf(THREE, undefined)
  const plain = withoutVariants(THREE, undefined)
  expect(plain).toEqual({
    groups: [{ rollout_percentage: 100, variant: null }, { rollout_percentage: 10 }],
    multivariate: null,
    payloads: {},
  })
  expect(withVariantsAgain(plain, aside, FIRST)).toEqual(THREE)
})

test('a set that was changed meanwhile stays as it is', () => {
  const [first, second = {}] = withoutVariants(THREE, undefined).groups
  const plain = { ...THREE, groups: [{ ...first, rollout_percentage: 40 }, second], multivariate: null, payloads: {} }
  expect(withVariantsAgain(plain, asideOf(THREE, undefined), FIRST).groups).toEqual([
    { rollout_percentage: 40, variant: null },
    { rollout_percentage: 10 },
  ])
})

test('the payload of a flag without variants comes back too', () => {
  const plain: Filters = { groups: [{ rollout_percentage: 100 }], payloads: { true: '5' } }
  const aside = asideOf(plain, undefined)
  const varied = withVariantsAgain(plain, aside, FIRST)
  expect(varied).toEqual({ ...plain, multivariate: FIRST, payloads: {} })
  expect(withoutVariants(varied, asideOf(varied, aside))).toEqual({ ...plain, multivariate: null })
})

test('a payload that was deleted meanwhile stays deleted', () => {
  const first = asideOf(THREE, undefined)
  const again = withVariantsAgain(withoutVariants(THREE, first), first, FIRST)
  const { red: _, ...payloads } = again.payloads ?? {}
  const cleared = { ...again, payloads }
  const second = asideOf(cleared, first)
  expect(withVariantsAgain(withoutVariants(cleared, second), second, FIRST)).toEqual(cleared)
})
