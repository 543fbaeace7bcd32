import { DomainError } from '../../foundation/errors/domain-error.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { csvCells } from './csv-cells.ts'

/** The kind of the values of a column: ids of users, or e-mail addresses by which users are found. */
export type CsvColumnKind = 'distinct_id' | 'person_id' | 'email'

/** The headings that name a column, in lower case. Earlier kinds take precedence. */
const HEADINGS = [
  { kind: 'distinct_id', headings: ['distinct_id', 'distinct-id'] },
  { kind: 'person_id', headings: ['person_id', 'person.id'] },
  { kind: 'distinct_id', headings: ['id'] },
  { kind: 'email', headings: ['email'] },
] as const satisfies readonly { kind: CsvColumnKind; headings: readonly string[] }[]

const KNOWN_HEADINGS = 'distinct_id, distinct-id, person_id, Person.id, id or email'

/** The column of CSV text that contains the members. */
export interface CsvColumn {
  /** As written in the first row; null if the text has one column without a known heading. */
  readonly heading: string | null
  /** Counted from 1. */
  readonly position: number
}

/** The position of the members in CSV text, and the rules for reading its rows. */
export interface CsvLayout extends CsvColumn {
  readonly kind: CsvColumnKind
  /**
   * Characters that end a cell. There are several if the first row has one cell, because the delimiter is then unknown.
   */
  readonly delimiters: string
  /** The number of columns of the first row. */
  readonly width: number
}

/** The value of a row in the column, and the line on which the row starts, counted from 1. */
export interface CsvValue {
  readonly value: string
  readonly line: number
}

const DELIMITERS = ',;\t'

/** Includes the blanks around the heading. */
const MAX_HEADING_LENGTH = 64 * 1024

/**
 * Finds the column that lists members, and the delimiter, from the first row that is not blank (COHORT-21). Returns
 * undefined if all rows are blank. It yields, so that the caller can pause anywhere in the text, regardless of the
 * number of rows.
 *
 * @throws DomainError if several columns, or none, could be the column
 */
export function* csvLayout(text: string): Generator<undefined, CsvLayout | undefined> {
  const first = yield* firstRow(text, DELIMITERS)
  if (!first) return undefined
  const isClear = first.width === 1 || first.delimiters.length === 1
  const [row, ...others] = isClear ? [first] : yield* rowsWithHeading(text, first)
  if (!row || others.length > 0)
    throw ambiguous(first.line, 'The character that separates the columns cannot be detected.')
  if (row.found?.isTwice) throw ambiguous(row.line, `Two columns have a name like ${row.found.heading}.`)
  const { delimiters, width, found } = row
  const shape = { delimiters: width === 1 ? DELIMITERS : delimiters, width }
  if (found) return { kind: found.kind, heading: found.heading, position: found.position, ...shape }
  if (width > 1) throw ambiguous(row.line, 'There are several columns, but none has a known heading.')
  return { kind: 'distinct_id', heading: null, position: 1, ...shape }
}

/** Splits the first row by each of its delimiters, and returns the results that have a known heading. */
function* rowsWithHeading(text: string, { delimiters }: FirstRow): Generator<undefined, readonly FirstRow[]> {
  const rows: FirstRow[] = []
  for (const delimiter of delimiters) {
    try {
      const row = yield* firstRow(text, delimiter)
      if (row?.found) rows.push({ ...row, delimiters: delimiter })
    } catch (error) {
      // Quotes that are invalid with this delimiter may be valid with another one.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return rows
}

function ambiguous(line: number, problem: string) {
  const advice = `Name the column of members in the first row: ${KNOWN_HEADINGS}. Put cells with a comma, a semicolon or a tab in quotes.`
  return refusal(`line ${line}: ${problem} ${advice}`)
}

interface FoundColumn extends CsvColumn {
  readonly kind: CsvColumnKind
  readonly rank: number
  /** Whether another column has a heading of the same kind. */
  readonly isTwice: boolean
}

interface FirstRow {
  readonly line: number
  /** The delimiters between its cells, each once. */
  readonly delimiters: string
  readonly width: number
  readonly found: FoundColumn | undefined
}

/** Returns the first row with a cell that is not blank. */
function* firstRow(text: string, delimiters: string): Generator<undefined, FirstRow | undefined> {
  let [between, width] = ['', 0]
  let found: FoundColumn | undefined
  for (const cell of csvCells(text, delimiters)) {
    if (!cell) {
      yield undefined
      continue
    }
    if (cell.text.trim() !== '') {
      width = cell.column + 1
      found = better(found, columnNamed(cell.text, width))
    }
    if (cell.delimiter !== '' && !between.includes(cell.delimiter)) between += cell.delimiter
    if (cell.delimiter === '' && width > 0) return { line: cell.line, delimiters: between, width, found }
    if (cell.delimiter === '') between = ''
    yield undefined
  }
  return undefined
}

function columnNamed(text: string, position: number): FoundColumn | undefined {
  if (text.length > MAX_HEADING_LENGTH) return undefined
  const heading = text.trim()
  const rank = HEADINGS.findIndex(({ headings }) => headings.some((each) => each === heading.toLowerCase()))
  const known = HEADINGS[rank]
  return known && { kind: known.kind, rank, heading, position, isTwice: false }
}

function better(found: FoundColumn | undefined, next: FoundColumn | undefined): FoundColumn | undefined {
  if (!found || !next) return found ?? next
  if (next.rank === found.rank) return { ...found, isTwice: true }
  return next.rank < found.rank ? next : found
}

/**
 * Yields the values of the column, row by row, including blank cells. It yields undefined in between.
 *
 * @throws DomainError if a row has more cells than the first row: a delimiter in a value shifts the other cells
 */
export function* csvValues(text: string, layout: CsvLayout): Generator<CsvValue | undefined> {
  let value = ''
  let isFirst = true
  let isBlank = true
  for (const cell of csvCells(text, layout.delimiters)) {
    if (!cell) {
      yield undefined
      continue
    }
    const isEmpty = cell.text.trim() === ''
    if (!isEmpty) isBlank = false
    if (!isEmpty && cell.column >= layout.width)
      throw ambiguous(cell.line, 'The row has more cells than the first row.')
    if (cell.column === layout.position - 1) value = cell.text.trim()
    if (cell.delimiter !== '') {
      yield undefined
      continue
    }
    const isHeading = isFirst && layout.heading !== null
    yield isBlank || isHeading ? undefined : { value, line: cell.line }
    if (!isBlank) isFirst = false
    isBlank = true
    value = ''
  }
}
