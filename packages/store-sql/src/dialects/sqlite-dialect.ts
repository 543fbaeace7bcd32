import { SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely'
import type { SqlDialect } from '../sql-dialect.ts'

/** Lists are bound as JSON text, booleans as 0 and 1. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  columnTypes: {
    text: 'text',
    integer: 'integer',
    boolean: 'integer',
    id: 'integer primary key autoincrement',
    tableOptions: ' strict',
  },
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  isOneOf: (column, values) => sql`${column} in (select value from json_each(${values}))`,
  contains: (column, needle) => sql`instr(${column}, ${needle}) > 0`,
  sharesElement: (column, values) =>
    sql`exists (select 1 from json_each(${column}) where value in (select value from json_each(${values})))`,
  rowLock: '',
}
