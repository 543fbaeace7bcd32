import { describe, expect, it } from 'vitest'
import { criteriaOf, criteriaProblems } from './criteria.ts'

const plan = { type: 'person', key: 'plan', operator: 'exact', value: ['pro'] } as const
const beta = { type: 'cohort', key: 'id', operator: 'in', value: 7 } as const
const of = (properties: unknown) => criteriaOf({ filters: { properties: properties as never } })

describe('the rule of a cohort in the form', () => {
  it('CONSOLE-61 shows groups of filters, however they are joined', () => {
    const rule = {
      type: 'AND',
      values: [
        { type: 'OR', values: [plan, beta] },
        { type: 'AND', values: [plan] },
      ],
    }
    expect(of(rule)).toEqual(rule)
  })

  it('CONSOLE-61 shows a single list of filters as one group', () => {
    const rule = { type: 'AND', values: [plan, beta] }
    expect(of(rule)).toEqual({ type: 'OR', values: [rule] })
  })

  it.each([
    ['deeper groups', { type: 'OR', values: [{ type: 'AND', values: [{ type: 'OR', values: [plan] }] }] }],
    ['groups beside filters', { type: 'OR', values: [{ type: 'AND', values: [plan] }, plan] }],
    ['a negation', { type: 'OR', values: [{ type: 'AND', values: [{ ...plan, negation: true }] }] }],
    ['what is damaged', { type: 'OR', values: [{ type: 'AND', values: [7] }] }],
    ['nothing', null],
  ])('CONSOLE-61 leaves %s to JSON', (_, rule) => {
    expect(of(rule)).toBeUndefined()
  })

  it('CONSOLE-61 tells each filter that lacks something, and each group without one', () => {
    const found = criteriaProblems(
      {
        type: 'OR',
        values: [
          { type: 'AND', values: [plan, { ...plan, value: [] }] },
          { type: 'AND', values: [] },
        ],
      },
      'Add a filter.',
    )
    expect([...found.keys()]).toEqual(['0.1', '1'])
  })
})
