/** Columns whose name says that they hold ids (COHORT-21). */
const ID_COLUMNS = ['distinct_id', 'person_id', 'id']

/** The distinct ids in CSV text (RFC 4180): those of the column that is named so, or else of the first. */
export function idsInCsv(text: string): readonly string[] {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''))
  const head = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const column = ID_COLUMNS.map((name) => head.indexOf(name)).find((at) => at >= 0)
  const cells = (column === undefined ? rows : rows.slice(1)).map((row) => (row[column ?? 0] ?? '').trim())
  return [...new Set(cells.filter((cell) => cell !== ''))]
}

/** A cell in quotes, in which a quote is doubled, or one without; and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"[^,\n\r]*|([^,\n\r]*))(,|\r\n|\n|\r|$)/y

function rowsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  CELL.lastIndex = 0
  while (CELL.lastIndex < text.length) {
    const [, quoted, bare = '', end] = CELL.exec(text) ?? []
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}
