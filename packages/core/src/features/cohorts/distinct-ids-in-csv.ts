import { type CsvCell, csvCells } from './csv-cells.ts'

/** What a row has for a distinct id, maybe nothing, and the line of the file that it begins on, counted from 1. */
export interface ListedId {
  readonly distinctId: string
  readonly line: number
}

/** Names of the column that holds distinct ids, the one that counts most first. */
const COLUMN_NAMES = ['distinct_id', 'person_id', 'id'] as const

/**
 * The distinct ids that CSV text lists: the column named `distinct_id`, `person_id` or `id` when the first row names
 * one of them, else the first column of every row. Blank rows do not count as the first. Between ids it answers undefined,
 * so that whoever reads can pause anywhere in the text, however few rows that has.
 */
export function* distinctIdsInCsv(text: string): Generator<ListedId | undefined> {
  let column: number | undefined
  let distinctId = ''
  const first = firstRow()
  for (const cell of csvCells(text)) {
    if (cell?.column === (column ?? 0)) distinctId = cell.text.trim()
    if (cell && column === undefined) first.add(cell)
    if (!cell?.isLast) {
      yield undefined
      continue
    }
    const isHeader = column === undefined && first.namedColumn() !== undefined
    if (column === undefined && !first.isBlank()) column = first.namedColumn() ?? 0
    yield isHeader ? undefined : { distinctId, line: cell.line }
    distinctId = ''
  }
}

/** What the first row that is not blank says of columns. */
function firstRow() {
  let isBlank = true
  // Bound: dies with the request
  const places = new Map<string, number>()
  return {
    add({ text, column }: CsvCell): void {
      if (text !== '') isBlank = false
      const name = text.length > MAX_NAME_LENGTH ? '' : text.trim().toLowerCase()
      if (isColumnName(name) && !places.has(name)) places.set(name, column)
    },
    isBlank: () => isBlank,
    namedColumn: () => COLUMN_NAMES.map((name) => places.get(name)).find((place) => place !== undefined),
  }
}

/** With the blanks around it. */
const MAX_NAME_LENGTH = 64 * 1024

function isColumnName(name: string): boolean {
  return COLUMN_NAMES.some((each) => each === name)
}
