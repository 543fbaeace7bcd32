import { expect, test } from 'vitest'
import { operatorNames } from './conditions.ts'
import { operatorText, wantedTexts } from './operators.ts'

test('several values are "one of"', () => {
  expect(operatorText('exact', ['DE', 'AT'])).toBe('is one of')
  expect(operatorText('exact', ['DE'])).toBe('is')
  expect(operatorText('icontains', '@acme.com')).toBe('contains')
})

test('an unknown operator is shown as it is', () => {
  expect(operatorText('new_one', 1)).toBe('new_one')
})

test('operators about being set have no value', () => {
  expect(wantedTexts('is_set', 'is_set')).toEqual([])
  expect(wantedTexts('exact', [1, 'two'])).toEqual(['1', 'two'])
})

test('operators have the same words as in the list of the editor', () => {
  const { exact: _exact, is_not: _isNot, ...others } = operatorNames
  for (const [operator, name] of Object.entries(others)) expect(operatorText(operator, 'wanted')).toBe(name)
})
