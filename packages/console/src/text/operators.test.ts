import { expect, test } from 'vitest'
import { operatorNames } from './conditions.ts'
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

test('an operator that is chosen from a list is read as it stands in the list', () => {
  const { exact: _exact, is_not: _isNot, ...others } = operatorNames
  for (const [operator, name] of Object.entries(others)) expect(operatorText(operator, 'wanted')).toBe(name)
})
