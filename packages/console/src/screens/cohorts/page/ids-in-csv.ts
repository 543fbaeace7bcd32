/** Columns whose name says that they hold ids (COHORT-21). */
const ID_COLUMNS = ['distinct_id', 'person_id', 'id']

/** Who is in a file, and how that was told. */
export interface IdsInCsv {
  readonly ids: readonly string[]
  /** The name of the column that they are from; undefined: the first, which has no such name. */
  readonly column: string | undefined
}

/** The distinct ids in CSV text (RFC 4180): those of the column that is named so, or else of the first. */
export function idsInCsv(text: string): IdsInCsv {
  const rows = rowsOf(text.replace(/^\uFEFF/, ''))
  const head = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase())
  const column = ID_COLUMNS.find((name) => head.includes(name))
  const place = column === undefined ? 0 : head.indexOf(column)
  const cells = (column === undefined ? rows : rows.slice(1)).map((row) => (row[place] ?? '').trim())
  return { ids: [...new Set(cells.filter((cell) => cell !== ''))], column }
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
