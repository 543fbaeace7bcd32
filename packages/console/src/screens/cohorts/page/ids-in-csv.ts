/** Headings of the column that lists members, in lower case. Earlier headings take precedence (COHORT-21). */
const HEADINGS = ['distinct_id', 'distinct-id', 'person_id', 'person.id', 'id', 'email']

/** The members in a file, and the column that they are from. */
export interface IdsInCsv {
  readonly ids: readonly string[]
  /** The heading of the column; undefined if it is the only column and has no known heading. */
  readonly column: string | undefined
}

/**
 * Returns the members that CSV text lists (COHORT-21), to show them before they are added. Undefined for several
 * columns without a known heading. The server parses the file again, and rejects invalid content.
 */
export function idsInCsv(text: string): IdsInCsv | undefined {
  const content = text.replace(/^\uFEFF/, '')
  const found = [',', ';', '\t'].map((delimiter) => idsDelimitedBy(delimiter, content))
  const named = found.filter((each) => each?.column !== undefined)
  // Without a heading there is one column, whatever the delimiter.
  return named.length > 0 ? named[0] : found.includes(undefined) ? undefined : found[0]
}

function idsDelimitedBy(delimiter: string, text: string): IdsInCsv | undefined {
  const rows = rowsOf(text, delimiter)
  const head = (rows[0] ?? []).map((cell) => cell.trim())
  const folded = head.map((cell) => cell.toLowerCase())
  const place = folded.indexOf(HEADINGS.find((heading) => folded.includes(heading)) ?? '')
  if (place < 0 && rows.some((row) => row.length > 1)) return undefined
  const cells = (place < 0 ? rows : rows.slice(1)).map((row) => (row[Math.max(place, 0)] ?? '').trim())
  return { ids: [...new Set(cells.filter((cell) => cell !== ''))], column: place < 0 ? undefined : head[place] }
}

/** Returns non-empty rows, each without the blank cells at its end. */
function rowsOf(text: string, delimiter: string): readonly (readonly string[])[] {
  // Matches a cell with or without quotes, and its delimiter. Within quotes, a quote is doubled.
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"[^${delimiter}\\n\\r]*|([^${delimiter}\\n\\r]*))(${delimiter}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const [, quoted, bare = '', end] = cell.exec(text) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end !== delimiter) rows.push([])
  }
  return rows.map(withoutBlankEnd).filter((row) => row.length > 0)
}

function withoutBlankEnd(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex((cell) => cell.trim() !== '') + 1)
}
