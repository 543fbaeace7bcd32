import { type RawBuilder, sql } from 'kysely'
import { listsText } from '../lists-text.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlQuery } from '../sql-driver.ts'
import type { CopiedRow, CopiedValue } from './copied-row.ts'
import type { CopiedTable } from './copied-tables.ts'
import type { TableColumns } from './table-columns.ts'

/** The values of a primary key, in its order. */
export type RowKey = readonly (string | number)[]

/** The queries that copy one table of one database. */
export interface TableQueries {
  /** Selects rows after `after` in the order of the key, or from the start. */
  page(after: RowKey | undefined, limit: number): SqlQuery
  /** Selects only the keys of these rows. */
  keyPage(after: RowKey | undefined, limit: number): SqlQuery
  rowsOf(keys: readonly RowKey[]): SqlQuery
  keysAmong(keys: readonly RowKey[]): SqlQuery
  insert(rows: readonly CopiedRow[]): readonly SqlQuery[]
  update(row: CopiedRow, key: RowKey): SqlQuery
  delete(keys: readonly RowKey[]): SqlQuery
}

export function tableQueries(context: SqlContext, { name, key }: CopiedTable, columns: TableColumns): TableQueries {
  const { db, dialect } = context
  const table = sql.table(name)
  const keyNames = Object.keys(key)
  const names = [...columns.keys()]
  const listOf = (of: readonly string[]): RawBuilder<unknown> => sql.join(of.map((column) => sql.id(name, column)))
  const page = (of: readonly string[], after: RowKey | undefined, limit: number): SqlQuery =>
    sql`select ${listOf(of)} from ${table} ${after === undefined ? sql`` : sql`where (${listOf(keyNames)}) > (${sql.join(after)})`}
      order by ${listOf(keyNames)} limit ${limit}`.compile(db)
  const among = (of: readonly string[], keys: readonly RowKey[]): SqlQuery =>
    // SQLite does not reorder a cross join: it looks up each key, whatever its statistics are.
    sql`select ${listOf(of)} from ${dialect.rows(listsText(keys), key)} cross join ${table}
      where ${sql.join(
        keyNames.map((column) => sql`${sql.id(name, column)} = ${sql.id('added', column)}`),
        sql` and `,
      )}`.compile(db)
  return {
    page: (after, limit) => page(names, after, limit),
    keyPage: (after, limit) => page(keyNames, after, limit),
    rowsOf: (keys) => among(names, keys),
    keysAmong: (keys) => among(keyNames, keys),
    insert: (rows) => insertQueries(context, name, columns, rows),
    update: (row, rowKey) =>
      sql`update ${table} set ${sql.join(names.map((column, index) => sql`${sql.id(column)} = ${row[index]}`))}
        where (${listOf(keyNames)}) = (${sql.join(rowKey)})`.compile(db),
    delete: (keys) =>
      sql`delete from ${table} where (${listOf(keyNames)}) in
        (select ${sql.join(keyNames.map((column) => sql.id(column)))} from ${dialect.rows(listsText(keys), key)})`.compile(
        db,
      ),
  }
}

/**
 * PostgreSQL inserts many rows by one statement, with a list for each column. SQLite inserts them one by one, which
 * costs no round trip, and prepares the statement once.
 */
function insertQueries(
  { db, dialect }: SqlContext,
  table: string,
  columns: TableColumns,
  rows: readonly CopiedRow[],
): readonly SqlQuery[] {
  const names = sql.join([...columns.keys()].map((column) => sql.id(column)))
  if (dialect.name === 'sqlite') {
    const slots = [...columns.keys()].map(() => null)
    const insert = sql`insert into ${sql.table(table)} (${names}) values (${sql.join(slots)})`.compile(db)
    return rows.map((row) => ({ sql: insert.sql, parameters: row }))
  }
  const lists = [...columns.values()].map((kind, index) => {
    const values: readonly (CopiedValue | undefined)[] = rows.map((row) => row[index])
    return sql`${values}::${sql.raw(kind)}[]`
  })
  return [sql`insert into ${sql.table(table)} (${names}) select * from unnest(${sql.join(lists)})`.compile(db)]
}
