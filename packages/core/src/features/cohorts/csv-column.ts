import { DomainError } from '../../foundation/errors/domain-error.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { csvCells } from './csv-cells.ts'

/** What the values of a column are: ids of persons, or something that persons are found by. */
export type CsvColumnKind = 'distinct_id' | 'person_id' | 'email'

/** The headings that name a column, in lower case, the kind that counts most first. */
const HEADINGS = [
  { kind: 'distinct_id', headings: ['distinct_id', 'distinct-id'] },
  { kind: 'person_id', headings: ['person_id', 'person.id'] },
  { kind: 'distinct_id', headings: ['id'] },
  { kind: 'email', headings: ['email'] },
] as const satisfies readonly { kind: CsvColumnKind; headings: readonly string[] }[]

const KNOWN_HEADINGS = 'distinct_id, distinct-id, person_id, Person.id, id or email'

/** The column of CSV text that members were read from. */
export interface CsvColumn {
  /** As the first row has it; null: the text has one column, without a known heading. */
  readonly heading: string | null
  /** Counted from 1. */
  readonly position: number
}

/** Where the members are in CSV text, and how its rows have to be read. */
export interface CsvLayout extends CsvColumn {
  readonly kind: CsvColumnKind
  /** Characters that end a cell. Several if the first row has one cell: which one delimits is then unknown. */
  readonly delimiters: string
  /** How many columns the first row has. */
  readonly width: number
}

/** What a row has in the column, and the line that the row begins on, counted from 1. */
export interface CsvValue {
  readonly value: string
  readonly line: number
}

const DELIMITERS = ',;\t'

/** With the blanks around it. */
const MAX_HEADING_LENGTH = 64 * 1024

/**
 * Finds the column that lists members, and the delimiter, from the first row that is not blank (COHORT-21). Undefined for
 * text of blank rows. It yields, so that the caller can pause anywhere in the text, however few rows that has.
 *
 * @throws DomainError when several columns could be it, or none
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

/** The first row as each of its delimiters divides it, where that makes a known heading. */
function* rowsWithHeading(text: string, { delimiters }: FirstRow): Generator<undefined, readonly FirstRow[]> {
  const rows: FirstRow[] = []
  for (const delimiter of delimiters) {
    try {
      const row = yield* firstRow(text, delimiter)
      if (row?.found) rows.push({ ...row, delimiters: delimiter })
    } catch (error) {
      // Quotes that are wrong around this delimiter are right around another one.
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
  /** Whether another column is named like it. */
  readonly isTwice: boolean
}

interface FirstRow {
  readonly line: number
  /** Those between its cells, each once. */
  readonly delimiters: string
  readonly width: number
  readonly found: FoundColumn | undefined
}

/** The first row with a cell that is not blank. */
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
 * The values of the column, row by row, those of blank cells too. It yields undefined in between.
 *
 * @throws DomainError when a row has more cells than the first: a delimiter in one of them moves the others
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
