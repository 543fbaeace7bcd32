/** One record of a CSV file, and the line that it begins on, counted from 1. */
export interface CsvRow {
  readonly cells: readonly string[]
  readonly line: number
}

/**
 * Reads CSV text (RFC 4180) record by record, without holding more than one. Lines end with CR LF, LF or CR; a byte
 * order mark is dropped. A quote that is never closed reaches to the end. A blank line is a record of one blank cell,
 * so that whoever reads can pause between any two lines.
 */
export function* csvRows(text: string): Generator<CsvRow> {
  let position = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  let row = { cells: [] as string[], line }
  while (position <= text.length) {
    const { cell, end, lines } = readCell(text, position)
    row.cells.push(cell)
    line += lines
    position = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (text[end] === ',') continue
    yield row
    line++
    row = { cells: [], line }
  }
}

interface Cell {
  readonly cell: string
  /** Where the comma, the end of the line or the end of the text is that ends it. */
  readonly end: number
  /** How many line ends it has inside. */
  readonly lines: number
}

function readCell(text: string, start: number): Cell {
  if (text[start] !== '"') {
    const end = endOfPlain(text, start)
    return { cell: text.slice(start, end), end, lines: 0 }
  }
  const close = closingQuote(text, start)
  const quoted = text.slice(start + 1, close)
  // What stands between the closing quote and the comma belongs to nothing.
  return { cell: quoted.replaceAll('""', '"'), end: endOfPlain(text, close + 1), lines: lineEnds(quoted) }
}

/** The quote that ends the one at `start`, or the end of the text; two quotes in a row are one inside. */
function closingQuote(text: string, start: number): number {
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  return close < 0 ? text.length : close
}

function endOfPlain(text: string, start: number): number {
  let end = Math.min(start, text.length)
  // A loop rather than a pattern: a cell may be as long as the file, and patterns run out of stack.
  while (end < text.length && !isDelimiter(text.charCodeAt(end))) end++
  return end
}

const COMMA = 0x2c
const LF = 0x0a
const CR = 0x0d

function isDelimiter(unit: number): boolean {
  return unit === COMMA || unit === LF || unit === CR
}

function lineEnds(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0
}
