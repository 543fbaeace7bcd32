import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../question/query-source.ts'
import { FIRST_QUESTION } from '../question/question.ts'
import { toQuery } from '../question/to-query.ts'
import { type Answer, type Item, itemLabel } from './answer-items.ts'
import { summaryOf } from './summary.ts'

const DAYS = ['2026-11-19', '2026-11-20']

function item(fields: Partial<Item> = {}): Item {
  const action = { name: '$feature_flag_called', custom_name: null, math: 'total' }
  return { action, label: 'x', count: 7, data: [2, 5], days: DAYS, ...fields }
}

function answer(fields: Partial<Answer>): Answer {
  return { query: toQuery(FIRST_QUESTION), result: [], approximate: false, users_coverage: null, ...fields }
}

describe('what a question was answered', () => {
  it('CONSOLE-51 says in a sentence how much was counted, and when the most', () => {
    expect(summaryOf(answer({ result: [item(), item()] }))).toMatch(/^14 calls, peaking at 10 on .*20/)
  })

  it('CONSOLE-51 never adds up users of several days', () => {
    const users = item({ action: { name: null, custom_name: null, math: 'dau' } })
    expect(summaryOf(answer({ result: [users] }))).toMatch(/^Peak: 5 users on /)
  })

  it('CONSOLE-51 never adds up users of several series', () => {
    const users = [2, 5].map((most) =>
      item({ action: { name: null, custom_name: null, math: 'dau' }, data: [1, most] }),
    )
    expect(summaryOf(answer({ result: users }))).toMatch(/^Peak: 5 users on /)
  })

  it('CONSOLE-51 does not add the time before to the time that was asked for', () => {
    const previous = item({ compare_label: 'previous', data: [100, 100], count: 200 })
    expect(summaryOf(answer({ result: [item({ compare_label: 'current' }), previous] }))).toMatch(/^7 calls/)
  })

  it('CONSOLE-51 says that there is no data', () => {
    expect(summaryOf(answer({ result: [item({ data: [0, 0], count: 0 })] }))).toBe('No data for this period.')
  })

  it.each([
    ['true', 'On'],
    ['false', 'Off'],
    ['test', 'test'],
    ['$$_posthog_breakdown_null_$$', 'No value'],
    ['$$_posthog_breakdown_other_$$', 'Other'],
  ])('CONSOLE-51 names the value %s %s', (value, label) => {
    const query = toQuery({ ...FIRST_QUESTION, breakdown: '$feature_flag_response' })
    expect(itemLabel(item({ breakdown_value: value }), query)).toBe(label)
    expect(itemLabel(item({ breakdown_value: [value], compare_label: 'previous' }), query)).toBe(`${label} (previous)`)
  })

  it('CONSOLE-51 leaves the keys of flags as they are, and names series where there are several', () => {
    const query = toQuery({ ...FIRST_QUESTION, breakdown: '$feature_flag' })
    expect(itemLabel(item({ breakdown_value: 'true' }), query)).toBe('true')
    const series = [{ kind: 'EventsNode' }, { kind: 'EventsNode' }]
    expect(itemLabel(item({ breakdown_value: 'a' }), { ...fieldsOf(fieldsOf(query).source), series })).toBe('Calls – a')
  })
})
