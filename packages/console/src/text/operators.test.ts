import { expect, test } from 'vitest'
import { operatorText, wantedTexts } from './operators.ts'

test('several values are "one of"', () => {
  expect(operatorText('exact', ['DE', 'AT'])).toBe('is one of')
  expect(operatorText('exact', ['DE'])).toBe('is')
  expect(operatorText('icontains', '@acme.com')).toBe('contains')
})

test('an operator that is not known is named as it is', () => {
  expect(operatorText('new_one', 1)).toBe('new_one')
})

test('an operator about being set has no value', () => {
  expect(wantedTexts('is_set', 'is_set')).toEqual([])
  expect(wantedTexts('exact', [1, 'two'])).toEqual(['1', 'two'])
})
