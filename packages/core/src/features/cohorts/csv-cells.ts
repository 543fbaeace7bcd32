import { refusal } from '../../foundation/validation/refuse.ts'

/** One cell of a CSV file. */
export interface CsvCell {
  readonly text: string
  /** The position of the cell in its record, from 0. */
  readonly column: number
  /** The delimiter that ends the cell; empty at the end of the record. */
  readonly delimiter: string
  /** The line on which the record starts, counted from 1. */
  readonly line: number
}

/** The number of characters of one cell after which the reader can pause. */
const STRETCH = 1024

/**
 * Reads CSV text (RFC 4180) cell by cell, with only one cell in memory. Lines end with CR LF, LF or CR; a byte order
 * mark is dropped. A blank line is a record of one blank cell. Within a long cell it yields undefined regularly, so
 * that the reader can pause anywhere.
 *
 * @param delimiters the characters that end a cell, at most three
 * @throws DomainError if a quote is not closed, or text follows a closing quote: the boundaries of the cells are then
 * unknown
 */
export function* csvCells(text: string, delimiters: string): Generator<CsvCell | undefined> {
  const endsCell = endOfCell(delimiters)
  let position = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  let column = 0
  let linesInside = 0
  while (position <= text.length) {
    const { cell, end, lines } = yield* text[position] === '"'
      ? quotedCell(text, position, endsCell, line + linesInside)
      : plainCell(text, position, endsCell)
    const ending = text.charAt(end)
    const delimiter = delimiters.includes(ending) ? ending : ''
    yield { text: cell, column, delimiter, line }
    position = end + (text.startsWith('\r\n', end) ? 2 : 1)
    linesInside += lines
    column++
    if (delimiter !== '') continue
    line += linesInside + 1
    linesInside = 0
    column = 0
  }
}

interface Cell {
  readonly cell: string
  /** The position of the delimiter, line end or text end after the cell. */
  readonly end: number
  /** The number of line ends in the cell. */
  readonly lines: number
}

type EndsCell = (unit: number) => boolean

function endOfCell(delimiters: string): EndsCell {
  const [first, second = first, third = first] = [...delimiters].map((character) => character.charCodeAt(0))
  return (unit) => unit === LF || unit === CR || unit === first || unit === second || unit === third
}

function* plainCell(text: string, start: number, endsCell: EndsCell): Generator<undefined, Cell> {
  const end = yield* endOfPlain(text, start, endsCell)
  return { cell: text.slice(start, end), end, lines: 0 }
}

function* quotedCell(text: string, start: number, endsCell: EndsCell, line: number): Generator<undefined, Cell> {
  let close = start + 1
  let lines = 0
  while (close < text.length && !isClosingQuote(text, close)) {
    if (endsLine(text, close)) lines++
    // Two quotes in a row stand for one quote in the cell.
    close += text.charCodeAt(close) === QUOTE ? 2 : 1
    if (close % STRETCH < 2) yield undefined
  }
  if (close >= text.length) throw refusal(`line ${line}: A quoted cell has no closing quote.`)
  const end = yield* endOfPlain(text, close + 1, endsCell)
  if (text.slice(close + 1, end).trim() !== '') {
    throw refusal(`line ${line + lines}: A closing quote is followed by text. Double the quotes inside a cell.`)
  }
  return { cell: unescaped(text.slice(start + 1, close)), end, lines }
}

function isClosingQuote(text: string, at: number): boolean {
  return text.charCodeAt(at) === QUOTE && text.charCodeAt(at + 1) !== QUOTE
}

function endsLine(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)
}

/** Longer than any member, and short enough to process without a pause. */
const MAX_UNESCAPED_LENGTH = 64 * 1024

/**
 * Returns the text between quotes. Text that is too long for a member, even when trimmed, is returned without replacing
 * its quotes.
 */
function unescaped(quoted: string): string {
  const cell = quoted.length > MAX_UNESCAPED_LENGTH ? quoted.trim() : quoted
  return cell.length > MAX_UNESCAPED_LENGTH ? cell : cell.replaceAll('""', '"')
}

function* endOfPlain(text: string, start: number, endsCell: EndsCell): Generator<undefined, number> {
  let end = Math.min(start, text.length)
  // This is a loop, not a pattern: a cell may be as long as the file, and patterns run out of stack.
  for (; end < text.length && !endsCell(text.charCodeAt(end)); end++) if (end % STRETCH === 0) yield undefined
  return end
}

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d
