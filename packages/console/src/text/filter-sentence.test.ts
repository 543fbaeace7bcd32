import { expect, test } from 'vitest'
import { type FilterResult, filterSentence, filterSubject } from './filter-sentence.ts'

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

test('a filter that fails states what it requires and saw', () => {
  expect(filterSentence(EMAIL)).toBe('must contain @acme.com; saw kim@example.de')
  expect(filterSentence({ ...EMAIL, is_missing: true, seen: null })).toBe('must contain @acme.com; not set')
})

test('CONSOLE-180 text of users is inserted as an isolate', () => {
  expect(filterSentence({ ...EMAIL, seen: 'שלום' })).toBe('must contain @acme.com; saw \u2068שלום\u2069')
})

test('a filter that passes states its condition', () => {
  const countries = { ...EMAIL, key: 'country', operator: 'exact', wanted: ['DE', 'AT'], passed: true }
  expect(filterSentence(countries)).toBe('is one of DE or AT')
})

test('a filter on a cohort names it, or else its number', () => {
  const member = { ...EMAIL, type: 'cohort', key: 'id', operator: 'in', wanted: 7, passed: true }
  expect(filterSentence(member, 'Beta testers')).toBe('is in Beta testers')
  expect(filterSentence(member)).toBe('is in cohort 7')
})

test('a filter on a flag is about the flag by its key', () => {
  const dependency = { ...EMAIL, type: 'flag', key: '7', operator: 'flag_evaluates_to', wanted: true, seen: false }
  expect(filterSubject({ ...dependency, flag: { key: 'new-checkout' } })).toBe('new-checkout')
  expect(filterSentence(dependency)).toBe('must be on; saw off')
})
