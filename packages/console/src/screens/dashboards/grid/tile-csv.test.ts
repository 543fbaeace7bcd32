import { describe, expect, it } from 'vitest'
import type { Answer } from '../answer/answer-items.ts'
import { FIRST_QUESTION, type Question } from '../question/question.ts'
import { toQuery } from '../question/to-query.ts'
import { csvOf } from './tile-csv.ts'

const action = { name: null, custom_name: null, math: 'total' }
const days = ['2026-11-20', '2026-11-21']

function answer(question: Partial<Question>, result: readonly unknown[]): Answer {
  return { query: toQuery({ ...FIRST_QUESTION, ...question }), result, approximate: false, users_coverage: null }
}

describe('a chart as CSV', () => {
  it('CONSOLE-304 has a row for each date and a column for each series', () => {
    const items = ['a,"b"', '=SUM(A1)'].map((breakdown_value, index) => ({
      action,
      label: breakdown_value,
      breakdown_value,
      count: 3,
      data: [1, index],
      days,
    }))
    expect(csvOf(answer({ breakdown: '$feature_flag_response' }, items))).toBe(
      'Date,"a,""b""",\'=SUM(A1)\r\n2026-11-20,1,1\r\n2026-11-21,0,1\r\n',
    )
  })

  it('CONSOLE-304 has a row for each item of a table, and for each flag of a report', () => {
    const item = { action, label: 'x', breakdown_value: 'x', count: 0, aggregated_value: 7, data: [], days: [] }
    expect(csvOf(answer({ breakdown: '$feature_flag', display: 'ActionsTable' }, [item]))).toBe(
      'Metric,Total\r\nx,7\r\n',
    )
    const rows = [{ key: 'new-checkout', count: 4, last_sdk: null }]
    expect(csvOf(answer({ about: 'unknown' }, rows))).toBe('key,count,last_sdk\r\nnew-checkout,4,\r\n')
  })
})
