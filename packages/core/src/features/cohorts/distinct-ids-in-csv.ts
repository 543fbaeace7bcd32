import { type CsvRow, csvRows } from './csv-rows.ts'

/** What a row has for a distinct id, maybe nothing, and the line of the file that it begins on, counted from 1. */
export interface ListedId {
  readonly distinctId: string
  readonly line: number
}

/** Names of the column that holds distinct ids, the one that counts most first. */
const COLUMN_NAMES = ['distinct_id', 'person_id', 'id'] as const

/**
 * The distinct ids that CSV text lists: the column named `distinct_id`, `person_id` or `id` when the first row names
 * one of them, else the first column of every row. Blank rows do not count as the first.
 */
export function* distinctIdsInCsv(text: string): Generator<ListedId> {
  let column: number | undefined
  for (const row of csvRows(text)) {
    const isBlank = row.cells.every((cell) => cell === '')
    if (column === undefined && !isBlank) {
      const named = namedColumn(row)
      column = named ?? 0
      if (named !== undefined) continue
    }
    yield { distinctId: row.cells[column ?? 0]?.trim() ?? '', line: row.line }
  }
}

function namedColumn({ cells }: CsvRow): number | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const place = COLUMN_NAMES.map((name) => names.indexOf(name)).find((index) => index >= 0)
  return place
}
