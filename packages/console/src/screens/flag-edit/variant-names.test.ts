import { expect, test } from 'vitest'
import type { Filters } from '../../parts/conditions/condition-types.ts'
import { belongingsOf, withVariantNamed } from './variant-names.ts'

const FILTERS: Filters = {
  groups: [{ variant: 'test' }, { variant: 'bold' }, {}],
  multivariate: {
    variants: [
      { key: 'test', rollout_percentage: 50 },
      { key: 'bold', rollout_percentage: 50 },
    ],
  },
  payloads: { test: '"hello"', bold: '2' },
}

/** Types names into the field of a variant, one after the other, as a user does. */
function typing(index: number, names: readonly string[]): Filters {
  const own = belongingsOf(FILTERS, index)
  return names.reduce((filters, name) => withVariantNamed(filters, index, name, own), FILTERS)
}

test('what belongs to a variant follows its name', () => {
  const { payloads, groups } = typing(0, ['tes', 'te', 'ten'])
  expect(payloads).toEqual({ ten: '"hello"', bold: '2' })
  expect(groups.map(({ variant }) => variant)).toEqual(['ten', 'bold', undefined])
})

test('a name on its way past that of another takes nothing from it', () => {
  const { payloads, groups, multivariate } = typing(1, ['t', 'te', 'tes', 'test', 'test2'])
  expect(payloads).toEqual({ test: '"hello"', test2: '2' })
  expect(groups.map(({ variant }) => variant)).toEqual(['test', 'test2', undefined])
  expect(multivariate?.variants.map(({ key }) => key)).toEqual(['test', 'test2'])
})

test('while two have one name, the payload is that of the other', () => {
  expect(typing(1, ['test']).payloads).toEqual({ test: '"hello"' })
  expect(belongingsOf(typing(1, ['test']), 1)).toBeUndefined()
})
