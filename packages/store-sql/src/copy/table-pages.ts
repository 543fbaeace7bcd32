import type { SqlContext } from '../sql-context.ts'
import type { SqlConnection, SqlQuery } from '../sql-driver.ts'
import { type CopiedRow, copiedRow, rowLine } from './copied-row.ts'
import type { CopiedTable } from './copied-tables.ts'
import type { TableColumns } from './table-columns.ts'
import { type RowKey, type TableQueries, tableQueries } from './table-queries.ts'

/** One table in one of the databases. */
export interface TableSide {
  readonly table: CopiedTable
  readonly columns: TableColumns
  readonly queries: TableQueries
}

export function tableSide(context: SqlContext, table: CopiedTable, columns: TableColumns): TableSide {
  return { table, columns, queries: tableQueries(context, table, columns) }
}

export interface KeyedRow {
  readonly key: RowKey
  readonly row: CopiedRow
  /** The whole row as text, for comparing it. */
  readonly line: string
}

/** The approximate number of characters in a page of rows: rows that are read but not yet written stay in memory. */
const PAGE_LENGTH = 1_000_000
const FIRST_LIMIT = 100
const MOST_ROWS = 4000
/** Limits the growth of pages, because a page of short rows does not predict the next one. */
const MOST_GROWTH = 4

/** Yields all rows of a table in the order of its key, page by page. */
export async function* rowPages(side: TableSide, connection: SqlConnection): AsyncGenerator<readonly KeyedRow[]> {
  let after: RowKey | undefined
  let limit = FIRST_LIMIT
  for (;;) {
    const page = await readRows(side, connection, side.queries.page(after, limit))
    if (page.length > 0) yield page
    if (page.length < limit) return
    after = page.at(-1)?.key
    limit = nextLimit(page)
  }
}

function nextLimit(page: readonly KeyedRow[]): number {
  const length = page.reduce((sum, { line }) => sum + line.length, 0)
  const fitting = Math.floor((page.length * PAGE_LENGTH) / length)
  return Math.max(1, Math.min(fitting, page.length * MOST_GROWTH, MOST_ROWS))
}

export async function readRows(side: TableSide, connection: SqlConnection, query: SqlQuery): Promise<KeyedRow[]> {
  const { rows } = await connection.execute(query)
  return rows.map((stored) => keyedRow(side, stored))
}

function keyedRow({ table, columns }: TableSide, stored: unknown): KeyedRow {
  // Every driver returns rows as objects by the names of their columns.
  const row = copiedRow(stored as Readonly<Record<string, unknown>>, columns)
  const names = [...columns.keys()]
  // Keys are texts and numbers, as declared by COPIED_TABLES.
  const key = Object.keys(table.key).map((name) => row[names.indexOf(name)] as string | number)
  return { key, row, line: rowLine(row) }
}

/** Returns the keys that a query selects. */
export async function readKeys({ table }: TableSide, connection: SqlConnection, query: SqlQuery): Promise<RowKey[]> {
  const columns: TableColumns = new Map(Object.entries(table.key))
  const { rows } = await connection.execute(query)
  return rows.map((row) => copiedRow(row as Readonly<Record<string, unknown>>, columns) as RowKey) // as above
}

/** Returns a key as text, for maps and sets. */
export function keyText(key: RowKey): string {
  return JSON.stringify(key)
}
