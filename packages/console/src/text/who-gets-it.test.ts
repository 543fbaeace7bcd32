import { describe, expect, test } from 'vitest'
import type { ConditionSet, Filters, PropertyFilter } from '../parts/conditions/condition-types.ts'
import { conditionSentence, whoGetsIt, whoGetsItSentence } from './who-gets-it.ts'

const flagWith = (filters: Filters, active = true) => ({ active, filters })
const asked = (filter: Partial<PropertyFilter>): ConditionSet => ({
  properties: [{ key: 'email', type: 'person', ...filter }],
})
const sentence = (filter: Partial<PropertyFilter>) => conditionSentence(asked(filter))

describe('who gets a flag, in a few words', () => {
  test.each([
    ['Nobody', { groups: [] }],
    ['Everyone', { groups: [{}] }],
    ['25% of users', { groups: [{ rollout_percentage: 25 }] }],
    ['25% of groups', { groups: [{ rollout_percentage: 25, aggregation_group_type_index: 0 }] }],
    ['2 condition sets', { groups: [{}, {}] }],
    ['1 condition set', { groups: [asked({ value: 'a' })] }],
  ])('%s', (words, filters) => {
    expect(whoGetsIt(flagWith(filters))).toBe(words)
  })

  test.each([
    ['25% of users, when on', { groups: [{ rollout_percentage: 25 }] }],
    ['Everyone, when on', { groups: [{}] }],
    ['2 condition sets, when on', { groups: [{}, asked({ value: 'a' })] }],
    ['Nobody', { groups: [{ rollout_percentage: 0 }] }],
  ])('CONSOLE-253 %s', (words, filters) => {
    expect(whoGetsIt(flagWith(filters, false))).toBe(words)
  })
})

describe('the sentence of a condition set', () => {
  test('names the share and the variant', () => {
    const set = { ...asked({ operator: 'icontains', value: '@acme.com' }), rollout_percentage: 50, variant: 'test' }
    expect(conditionSentence(set)).toBe('People whose email contains @acme.com, 50% of them, get variant test')
  })

  test.each<[string, Partial<PropertyFilter>]>([
    ['is DE, AT or CH', { operator: 'exact', value: ['DE', 'AT', 'CH'] }],
    ['is DE', { value: 'DE' }],
    ['is true', { value: true }],
    ['is not DE', { operator: 'is_not', value: ['DE'] }],
    ['is set', { operator: 'is_set' }],
    ['is at least version 4.2.0', { operator: 'semver_gte', value: '4.2.0' }],
    ['is less than 7 days ago', { operator: 'is_date_after', value: '-7d' }],
    ['is more than 1 month ago', { operator: 'is_date_before', value: '-1m' }],
    ['is before 2026-01-01', { operator: 'is_date_before', value: '2026-01-01' }],
    ['is …', { operator: 'exact', value: [] }],
  ])('whose email %s', (words, filter) => {
    expect(sentence(filter)).toBe(`People whose email ${words}, all of them`)
  })

  test('names cohorts, flags and groups', () => {
    const names = { cohorts: { 3: 'Staff' }, flags: { 7: 'beta' }, groupTypes: { 0: 'company' } }
    const set: ConditionSet = {
      properties: [
        { key: 'id', type: 'cohort', operator: 'not_in', value: 3 },
        { key: '7', type: 'flag', operator: 'flag_evaluates_to', value: true },
      ],
    }
    expect(conditionSentence(set, names)).toBe(
      'People who are not in the cohort Staff and for whom the flag beta is on, all of them',
    )
    expect(conditionSentence({ aggregation_group_type_index: 0, rollout_percentage: 10 }, names)).toBe(
      '10% of all groups of type company',
    )
  })
})

describe('the sentence of a flag', () => {
  test('is exact about everything that decides', () => {
    const filters: Filters = {
      groups: [asked({ operator: 'icontains', value: '@acme.com' }), { rollout_percentage: 25 }],
      multivariate: {
        variants: [
          { key: 'control', rollout_percentage: 50 },
          { key: 'test', rollout_percentage: 50 },
        ],
      },
      holdout: { id: 1, exclusion_percentage: 5 },
    }
    expect(whoGetsItSentence(flagWith(filters))).toBe(
      'People whose email contains @acme.com, all of them; and 25% of everyone. ' +
        'Unless a set names a variant, they are divided: control 50%, test 50%. Before that, 5% are held out.',
    )
  })

  test('CONSOLE-25 names the first of many condition sets, and counts the others and the variants', () => {
    const domains = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const groups = domains.map((value) => asked({ operator: 'icontains', value }))
    const variants = domains.map((key) => ({ key, rollout_percentage: 100 / domains.length }))
    expect(whoGetsItSentence(flagWith({ groups, multivariate: { variants } }))).toBe(
      'People whose email contains a, all of them; and people whose email contains b, all of them; ' +
        'and people whose email contains c, all of them; and people whose email contains d, all of them; ' +
        'and 3 more condition sets. Unless a set names a variant, they are divided among 7 variants.',
    )
  })

  test('says why nobody does', () => {
    expect(whoGetsItSentence(flagWith({ groups: [{}] }, false))).toBe('Nobody: the flag is off.')
    expect(whoGetsItSentence(flagWith({ groups: [] }))).toBe('Nobody: there is no condition set.')
    expect(whoGetsItSentence(flagWith({ groups: [{ rollout_percentage: 0 }] }))).toBe('Nobody: every rollout is at 0%.')
  })
})
