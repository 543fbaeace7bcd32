import { expect, test } from 'vitest'
import { type FilterResult, filterSubject, filterWords } from './filter-sentence.ts'

const EMAIL: FilterResult = {
  type: 'person',
  key: 'email',
  operator: 'icontains',
  wanted: '@acme.com',
  seen: 'kim@example.de',
  is_missing: false,
  passed: false,
  problem: null,
  flag: null,
}

function sentence(filter: FilterResult): string {
  const { words, value, rest } = filterWords(filter)
  return `${words} ${value}${rest}`
}

test('CONSOLE-28 a filter that did not pass states the value of the user', () => {
  expect(sentence(EMAIL)).toBe('must contain @acme.com; is kim@example.de')
  expect(sentence({ ...EMAIL, is_missing: true, seen: null })).toBe('must contain @acme.com; not set')
  expect(sentence({ ...EMAIL, operator: 'not_icontains' })).toBe('must not contain @acme.com; is kim@example.de')
})

test('CONSOLE-28 a filter that passed states its requirement', () => {
  const countries = { ...EMAIL, key: 'country', operator: 'exact', wanted: ['DE', 'AT'], passed: true }
  expect(sentence(countries)).toBe('is one of DE or AT')
})

test('CONSOLE-28 more than five values of a filter are counted', () => {
  const many = { ...EMAIL, operator: 'exact', wanted: ['a', 'b', 'c', 'd', 'e', 'f'], passed: true }
  expect(sentence(many)).toBe('is one of a, b, c, d, or 2 more')
})

test('CONSOLE-28 properties are true or false, and flags on or off', () => {
  const beta = { ...EMAIL, key: 'beta', operator: 'exact', wanted: true, seen: false }
  expect(sentence(beta)).toBe('must be true; is false')
  const dependency = { ...EMAIL, type: 'flag', key: '7', operator: 'flag_evaluates_to', wanted: true, seen: false }
  expect(filterSubject({ ...dependency, flag: { key: 'new-checkout' } })).toBe('new-checkout')
  expect(sentence(dependency)).toBe('must be on; is off')
})

test('CONSOLE-342 a filter on a cohort is about the user', () => {
  const member = { ...EMAIL, type: 'cohort', key: 'id', operator: 'in', wanted: 7, passed: false }
  expect(filterSubject(member)).toBe('The user')
  expect(filterWords(member)).toEqual({ words: 'must be in', value: 'cohort 7', rest: '' })
})

test('CONSOLE-180 values with right-to-left characters are isolated', () => {
  expect(sentence({ ...EMAIL, wanted: 'محمد', seen: 'x' })).toBe('must contain \u2068محمد\u2069; is x')
})
