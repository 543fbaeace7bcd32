import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlConnection } from '../sql-driver.ts'
import type { CopiedTable } from './copied-tables.ts'

export type ColumnKind = 'text' | 'bigint' | 'boolean' | 'bytea'

/** The kind of a column, by the name of its type in either database. */
const KINDS: ReadonlyMap<string, ColumnKind> = new Map([
  ['text', 'text'],
  ['bigint', 'bigint'],
  ['integer', 'bigint'],
  ['boolean', 'boolean'],
  ['bytea', 'bytea'],
  ['blob', 'bytea'],
])

/** The columns of a table, sorted by name, which is the same order in both databases. */
export type TableColumns = ReadonlyMap<string, ColumnKind>

/** Returns the columns of a table as the database declares them. */
export async function tableColumns(
  connection: SqlConnection,
  { db, dialect }: SqlContext,
  { name: table }: CopiedTable,
): Promise<TableColumns> {
  const query = {
    sqlite: sql`select name, type from pragma_table_info(${table}) order by name`,
    postgres: sql`select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} order by column_name collate "C"`,
  }[dialect.name]
  const { rows } = await connection.execute(query.compile(db))
  // The columns that were just selected.
  const columns = rows as readonly { readonly name: string; readonly type: string }[]
  return new Map(columns.map((column) => [column.name, kindOf(table, column)]))
}

function kindOf(table: string, { name, type }: { readonly name: string; readonly type: string }): ColumnKind {
  const kind = KINDS.get(type.toLowerCase())
  if (kind) return kind
  throw new Error(`The column ${table}.${name} is of the type ${type}, which nobody can copy.`)
}

/**
 * Returns the columns as a copy reads them. SQLite stores booleans as integers, so a column is a boolean if it is one
 * in either database.
 * @throws Error if the databases do not have the same columns, which they always have in the same release
 */
export function columnsToRead(table: string, from: TableColumns, to: TableColumns): TableColumns {
  const [here, there] = [[...from.keys()].join(), [...to.keys()].join()]
  if (here !== there) throw new Error(`The table ${table} has other columns there (${there}) than here (${here}).`)
  return new Map([...from].map(([name, kind]) => [name, to.get(name) === 'boolean' ? 'boolean' : kind]))
}
