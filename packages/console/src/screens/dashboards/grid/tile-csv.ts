import { type Cell, csvText } from '../../../parts/csv.ts'
import { answers } from '../../../text/answers.ts'
import { chartText } from '../../../text/chart.ts'
import { type Answer, itemLabel, itemsOf, reportOf, rowsOf } from '../answer/answer-items.ts'
import { isOverTime } from '../answer/displays.ts'
import { momentsOf } from '../answer/moments-of.ts'

/** Returns the numbers of a chart as CSV (RFC 4180): a row for each date, item or flag. */
export function csvOf(answer: Answer): string {
  const rows = reportOf(answer.query) === undefined ? numbersOf(answer) : reportRows(answer)
  return csvText(rows)
}

function numbersOf(answer: Answer): readonly (readonly Cell[])[] {
  const items = itemsOf(answer)
  const labels = items.map((item) => itemLabel(item, answer.query))
  if (!isOverTime(answer)) {
    const values = items.map(({ aggregated_value, count }) => aggregated_value ?? count)
    return [[answers.by(undefined), chartText.total], ...labels.map((label, index) => [label, values[index] ?? ''])]
  }
  const moments = momentsOf(answer)
  return [
    [chartText.when, ...labels],
    ...moments.map((moment, at) => [moment, ...items.map(({ data }) => data[at] ?? '')]),
  ]
}

/** Returns rows of a report with the fields of the API as columns. */
function reportRows(answer: Answer): readonly (readonly Cell[])[] {
  const rows = rowsOf(answer)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => new Map(Object.entries(row)))
  return [columns, ...cells.map((row) => columns.map((column) => textOf(row.get(column))))]
}

function textOf(value: unknown): Cell {
  if (typeof value === 'number' || typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
