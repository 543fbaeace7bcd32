import { describe, expect, test } from 'vitest'
import type { ConditionSet, Filters, PropertyFilter } from '../parts/conditions/condition-types.ts'
import { conditionSentence, whoGetsIt, whoGetsItSentence } from './who-gets-it.ts'

const flagWith = (filters: Filters, active = true) => ({ active, filters })
const filtered = (filter: Partial<PropertyFilter>): ConditionSet => ({
  properties: [{ key: 'email', type: 'person', ...filter }],
})
const sentence = (filter: Partial<PropertyFilter>) => conditionSentence(filtered(filter))
const inCohort = (value: number, operator: 'in' | 'not_in' = 'in'): ConditionSet => ({
  properties: [{ key: 'id', type: 'cohort', operator, value }],
})
const NAMES = {
  cohorts: { 3: 'beta testers' },
  flags: { 7: 'beta' },
  groupTypes: { 0: 'company', 1: 'workspace', 2: 'فريق' },
}
const HALVES = [
  { key: 'control', rollout_percentage: 50 },
  { key: 'one-page', rollout_percentage: 50 },
]

describe('who gets a flag, in a few words', () => {
  test.each([
    ['Nobody', { groups: [] }],
    ['Everyone', { groups: [{}] }],
    ['25% of users', { groups: [{ rollout_percentage: 25 }] }],
    ['25% of groups', { groups: [{ rollout_percentage: 25, aggregation_group_type_index: 0 }] }],
    ['2 condition sets', { groups: [{}, {}] }],
    ['1 condition set', { groups: [filtered({ value: 'a' })] }],
  ])('%s', (words, filters) => {
    expect(whoGetsIt(flagWith(filters))).toBe(words)
  })

  test.each([
    ['25% of users, when on', { groups: [{ rollout_percentage: 25 }] }],
    ['Everyone, when on', { groups: [{}] }],
    ['2 condition sets, when on', { groups: [{}, filtered({ value: 'a' })] }],
    ['Nobody', { groups: [{ rollout_percentage: 0 }] }],
  ])('CONSOLE-253 %s', (words, filters) => {
    expect(whoGetsIt(flagWith(filters, false))).toBe(words)
  })
})

describe('the sentence of a condition set', () => {
  test('contains the percentage and the variant', () => {
    const set = { ...filtered({ operator: 'icontains', value: '@acme.com' }), rollout_percentage: 50 }
    expect(conditionSentence(set)).toBe('50% of users whose email contains @acme.com')
    expect(conditionSentence({ ...set, variant: 'test' })).toBe(
      '50% of users whose email contains @acme.com get variant test',
    )
    expect(conditionSentence({ variant: 'test' })).toBe('Everyone gets variant test')
    expect(conditionSentence({ ...set, rollout_percentage: 0 })).toBe(
      'Nobody (0% of users whose email contains @acme.com)',
    )
    expect(conditionSentence({ rollout_percentage: 0 })).toBe('Nobody')
  })

  test.each<[string, Partial<PropertyFilter>]>([
    ['is DE, AT or CH', { operator: 'exact', value: ['DE', 'AT', 'CH'] }],
    ['is DE, AT, CH, FR or 3 other values', { operator: 'exact', value: ['DE', 'AT', 'CH', 'FR', 'IT', 'NL', 'BE'] }],
    ['is DE', { value: 'DE' }],
    ['is true', { value: true }],
    ['is not DE', { operator: 'is_not', value: ['DE'] }],
    ['is set', { operator: 'is_set' }],
    ['is 4.2.0 or later', { operator: 'semver_gte', value: '4.2.0' }],
    ['is earlier than 4.2.0', { operator: 'semver_lt', value: '4.2.0' }],
    ['is in the last 7 days', { operator: 'is_date_after', value: '-7d' }],
    ['is more than 1 month ago', { operator: 'is_date_before', value: '-1m' }],
    ['is before 2026-01-01', { operator: 'is_date_before', value: '2026-01-01' }],
    ['is …', { operator: 'exact', value: [] }],
    ['contains \u2068ש@acme.com\u2069', { operator: 'icontains', value: 'ש@acme.com' }],
  ])('whose email %s', (words, filter) => {
    expect(sentence(filter)).toBe(`Users whose email ${words}`)
  })

  test.each<[string, Partial<PropertyFilter>]>([
    ['more than 30', { operator: 'gt', value: '30' }],
    ['at least 30', { operator: 'gte', value: '30' }],
    ['less than 30', { operator: 'lt', value: '30' }],
    ['at most 30', { operator: 'lte', value: '30' }],
  ])('CONSOLE-333 compares numbers as in “with seats %s”', (words, filter) => {
    expect(sentence({ key: 'seats', ...filter })).toBe(`Users with seats ${words}`)
    const plan = { key: 'plan', type: 'person', value: 'pro' } as const
    const seats = { key: 'seats', type: 'person', ...filter } as const
    expect(conditionSentence({ properties: [seats, plan] })).toBe(`Users with seats ${words} and whose plan is pro`)
    expect(conditionSentence({ properties: [plan, seats] })).toBe(`Users whose plan is pro and with seats ${words}`)
  })

  test('CONSOLE-180 isolates the names of cohorts, flags, properties and variants', () => {
    const names = { cohorts: { 3: 'צוות' }, flags: { 7: 'דגל' } }
    const set: ConditionSet = {
      properties: [
        { key: 'id', type: 'cohort', operator: 'in', value: 3 },
        { key: '7', type: 'flag', operator: 'flag_evaluates_to', value: true },
        { key: 'שם', type: 'person', value: 'a' },
      ],
      variant: 'ורוד',
    }
    expect(conditionSentence(set, names)).toBe(
      'Everyone in the cohort "\u2068צוות\u2069" and who get \u2068דגל\u2069 and whose \u2068שם\u2069 is a gets variant \u2068ורוד\u2069',
    )
  })

  test('names cohorts and flags', () => {
    expect(conditionSentence(inCohort(3), NAMES)).toBe('Everyone in the cohort "beta testers"')
    expect(conditionSentence({ ...inCohort(3, 'not_in'), rollout_percentage: 10 }, NAMES)).toBe(
      '10% of users not in the cohort "beta testers"',
    )
    const onFlag = (value: boolean | string): ConditionSet => ({
      properties: [{ key: '7', type: 'flag', operator: 'flag_evaluates_to', value }],
    })
    expect(conditionSentence(onFlag(true), NAMES)).toBe('Users who get beta')
    expect(conditionSentence(onFlag(false), NAMES)).toBe('Users who do not get beta')
    expect(conditionSentence(onFlag('one-page'), NAMES)).toBe('Users who get one-page from beta')
  })

  test('CONSOLE-398 is grammatical with a cohort after other filters', () => {
    const cohort = (operator: 'in' | 'not_in') => ({ key: 'id', type: 'cohort', operator, value: 3 }) as const
    const plan = { key: 'plan', type: 'person', value: 'pro' } as const
    expect(conditionSentence({ properties: [plan, cohort('in')] }, NAMES)).toBe(
      'Users whose plan is pro and who are in the cohort "beta testers"',
    )
    expect(conditionSentence({ properties: [plan, cohort('not_in')] }, NAMES)).toBe(
      'Users whose plan is pro and who are not in the cohort "beta testers"',
    )
    expect(conditionSentence({ properties: [cohort('in'), plan] }, NAMES)).toBe(
      'Everyone in the cohort "beta testers" and whose plan is pro',
    )
  })

  test.each<[string, ConditionSet]>([
    ['Every company', { aggregation_group_type_index: 0 }],
    ['10% of companies', { aggregation_group_type_index: 0, rollout_percentage: 10 }],
    ['50% of workspaces', { aggregation_group_type_index: 1, rollout_percentage: 50 }],
    ['50% of groups of type \u2068فريق\u2069', { aggregation_group_type_index: 2, rollout_percentage: 50 }],
    ['50% of groups of type 4', { aggregation_group_type_index: 4, rollout_percentage: 50 }],
  ])('%s', (words, set) => {
    expect(conditionSentence(set, NAMES)).toBe(words)
  })

  test('names groups by their keys', () => {
    const ofKeys = (value: string[], fields: Partial<ConditionSet> = {}): ConditionSet => ({
      properties: [{ key: '$group_key', type: 'group', operator: 'exact', value, group_type_index: 0 }],
      aggregation_group_type_index: 0,
      ...fields,
    })
    expect(conditionSentence(ofKeys(['acme']), NAMES)).toBe('The company acme')
    expect(conditionSentence(ofKeys(['acme', 'globex']), NAMES)).toBe('The companies acme and globex')
    expect(conditionSentence(ofKeys(['acme'], { rollout_percentage: 50 }), NAMES)).toBe(
      '50% of companies whose key is acme',
    )
  })
})

describe('the sentence of a flag', () => {
  const sentenceOf = (filters: Filters) => whoGetsItSentence(flagWith(filters), NAMES)

  test('contains every condition set, the variants and the holdout', () => {
    expect(sentenceOf({ groups: [inCohort(3), { rollout_percentage: 5 }] })).toBe(
      'Everyone in the cohort "beta testers", and 5% of all other users.',
    )
    expect(sentenceOf({ groups: [{}], multivariate: { variants: HALVES } })).toBe(
      'Everyone, split between control (50%) and one-page (50%).',
    )
    expect(
      sentenceOf({
        groups: [filtered({ operator: 'icontains', value: '@acme.com' }), { rollout_percentage: 25 }],
        multivariate: { variants: HALVES },
        holdout: { id: 1, exclusion_percentage: 5 },
      }),
    ).toBe(
      'Users whose email contains @acme.com, and 25% of all other users. They are split between control (50%) and ' +
        'one-page (50%). 5% are held out first.',
    )
  })

  test('names the variants of condition sets', () => {
    const staff = { ...inCohort(3), variant: 'control' }
    const multivariate = { variants: HALVES }
    expect(sentenceOf({ groups: [staff, {}], multivariate })).toBe(
      'Everyone in the cohort "beta testers" (variant control), and all other users. ' +
        'All others are split between control (50%) and one-page (50%).',
    )
    expect(sentenceOf({ groups: [staff], multivariate })).toBe(
      'Everyone in the cohort "beta testers" (variant control).',
    )
  })

  test('counts "all other" only among the same kind of subject', () => {
    const company: ConditionSet = {
      properties: [{ key: '$group_key', type: 'group', operator: 'exact', value: ['acme'], group_type_index: 0 }],
      aggregation_group_type_index: 0,
    }
    expect(sentenceOf({ groups: [company, { rollout_percentage: 5 }] })).toBe('The company acme, and 5% of users.')
  })

  test('CONSOLE-25 names the first of many condition sets, and counts the others and the variants', () => {
    const domains = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const groups = domains.map((value) => filtered({ operator: 'icontains', value }))
    const variants = domains.map((key) => ({ key, rollout_percentage: 100 / domains.length }))
    expect(sentenceOf({ groups, multivariate: { variants } })).toBe(
      'Users whose email contains a; users whose email contains b; users whose email contains c; ' +
        'users whose email contains d; and 3 more condition sets. They are split across 7 variants.',
    )
    expect(sentenceOf({ groups: [{ rollout_percentage: 80 }], multivariate: { variants } })).toBe(
      '80% of users, split across 7 variants.',
    )
  })

  test('states why nobody gets it', () => {
    expect(whoGetsItSentence(flagWith({ groups: [{}] }, false))).toBe('Off.')
    expect(whoGetsItSentence(flagWith({ groups: [] }))).toBe('Nobody: there is no condition set.')
    expect(whoGetsItSentence(flagWith({ groups: [{ rollout_percentage: 0 }] }))).toBe('Nobody: every rollout is 0%.')
  })
})
