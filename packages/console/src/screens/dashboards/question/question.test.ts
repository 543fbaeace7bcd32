import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromQuery } from './from-query.ts'
import { DISPLAYS, fieldsOf, sourceOf } from './query-source.ts'
import { BREAKDOWNS, FIRST_QUESTION, INTERVALS, isReport, type Question, REPORTS } from './question.ts'
import { toQuery } from './to-query.ts'

const texts = fc.uniqueArray(fc.string(), { maxLength: 3 })

const questions: fc.Arbitrary<Question> = fc.record({
  about: fc.constantFrom('total', 'dau', ...REPORTS),
  measure: fc.constantFrom('exposures', 'evaluations'),
  flags: texts,
  responses: texts,
  sdks: texts,
  place: fc.constantFrom('anywhere', 'application', 'server'),
  breakdown: fc.constantFrom('nothing', ...BREAKDOWNS),
  display: fc.constantFrom(...DISPLAYS),
  interval: fc.constantFrom(...INTERVALS),
  from: fc.constantFrom('-24h', '-7d', 'all', '2026-11-20'),
  compare: fc.boolean(),
})

const numbers = (fields: object): object => ({
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: '$feature_flag_called', math: 'total' }],
  ...fields,
})

describe('a question and its query', () => {
  it('CONSOLE-50 reads back every question that the form can ask', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { about } = question
        expect(fromQuery(toQuery(question))).toEqual(isReport(about) ? { ...FIRST_QUESTION, about } : question)
      }),
    )
  })

  it('CONSOLE-50 keeps how a query is drawn beyond what the form knows', () => {
    const drawn = numbers({ trendsFilter: { display: 'ActionsBar', showLegend: true }, filterTestAccounts: true })
    const question = fromQuery(drawn) ?? FIRST_QUESTION
    const changed = sourceOf(
      toQuery({ ...question, display: 'BoldNumber', flags: ['a'] }, { source: drawn, kind: 'InsightVizNode' }),
    )
    expect(fieldsOf(changed.trendsFilter)).toEqual({ display: 'BoldNumber', showLegend: true })
    expect(changed.filterTestAccounts).toBe(true)
  })

  it('CONSOLE-50 shows the time that a query without one has', () => {
    expect(fromQuery(numbers({}))?.from).toBe('-7d')
  })

  it.each([
    ['two series', { series: [{ kind: 'EventsNode' }, { kind: 'EventsNode' }] }],
    ['a name of its own', { series: [{ kind: 'EventsNode', custom_name: 'Ours' }] }],
    ['an end', { dateRange: { date_from: '-7d', date_to: '-1d' } }],
    ['a limit of values', { breakdownFilter: { breakdown: '$lib', breakdown_limit: 3 } }],
    ['another time to compare with', { compareFilter: { compare: true, compare_to: '-1m' } }],
    [
      'two conditions on one property',
      {
        properties: [
          { key: '$lib', value: 'a' },
          { key: '$lib', value: 'b' },
        ],
      },
    ],
    [
      'one of two conditions',
      {
        properties: {
          type: 'OR',
          values: [
            { key: '$lib', value: 'a' },
            { key: '$feature_flag', value: 'b' },
          ],
        },
      },
    ],
    ['another operator', { properties: [{ key: '$lib', value: 'a', operator: 'is_not' }] }],
    ['what is not known', { formula: 'A+B' }],
  ])('CONSOLE-50 does not show a query with %s in the form', (_, fields) => {
    expect(fromQuery(numbers(fields))).toBeUndefined()
  })

  it.each([
    ['a list', { kind: 'InsightVizNode', source: [] }],
    ['nothing', null],
    ['a text', 'TrendsQuery'],
  ])('CONSOLE-50 does not show %s in the form', (_, query) => {
    expect(fromQuery(query)).toBeUndefined()
  })
})
