import { refusal } from '../../foundation/validation/refuse.ts'

/** One cell of a CSV file. */
export interface CsvCell {
  readonly text: string
  /** Its place in its record, from 0. */
  readonly column: number
  /** The delimiter that ends it; empty: its record ends with it. */
  readonly delimiter: string
  /** The line that its record begins on, counted from 1. */
  readonly line: number
}

/** Characters of one cell after which whoever reads can pause. */
const STRETCH = 1024

/**
 * Reads CSV text (RFC 4180) cell by cell, without holding more than one. Lines end with CR LF, LF or CR; a byte order mark
 * is dropped. A blank line is a record of one blank cell. Within a long cell it answers undefined now and then, so that
 * the reader can pause anywhere.
 *
 * @param delimiters the characters that end a cell, at most three
 * @throws DomainError when a quote is not closed, or text follows a closing quote: what is in which cell is then unknown
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
  /** Where the delimiter, the end of the line or the end of the text is that ends it. */
  readonly end: number
  /** How many line ends it has inside. */
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
    // Two quotes in a row are one inside.
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

/** Longer than anything that is listed, and quick to go over at one go. */
const MAX_UNESCAPED_LENGTH = 64 * 1024

/** What stands between quotes. What is too long to be of use, also without the blanks around it, stays as it is. */
function unescaped(quoted: string): string {
  const cell = quoted.length > MAX_UNESCAPED_LENGTH ? quoted.trim() : quoted
  return cell.length > MAX_UNESCAPED_LENGTH ? cell : cell.replaceAll('""', '"')
}

function* endOfPlain(text: string, start: number, endsCell: EndsCell): Generator<undefined, number> {
  let end = Math.min(start, text.length)
  // A loop rather than a pattern: a cell may be as long as the file, and patterns run out of stack.
  for (; end < text.length && !endsCell(text.charCodeAt(end)); end++) if (end % STRETCH === 0) yield undefined
  return end
}

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d
