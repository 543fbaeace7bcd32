import { SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely'
import type { RowColumns, RowOf, SqlDialect } from '../sql-dialect.ts'
import { sqliteValue } from '../sql-value.ts'

/**
 * Prevents SQLite from preparing a joined query again whenever a parameter that might change its plan is bound. That
 * takes ten times as long as running the query. With a plus sign before it, the expression is no longer a bare
 * parameter, but has the same value.
 */
class StableSqliteQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}

/** SQLite, with any driver. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  columnTypes: {
    text: 'text',
    integer: 'integer',
    boolean: 'integer',
    bytes: 'blob',
    id: 'integer primary key autoincrement',
    // SQLite has no other type that counts up, and it never prefers this key to an index that finds fewer rows.
    sequence: 'integer primary key autoincrement',
    tableOptions: ' strict',
    keyTableOptions: ' strict, without rowid',
    lowerText: (column, field) => `case
  when not json_valid(${column}) then ''
  when json_type(${column}, '$.${field}') = 'text' then lower(substr(json_extract(${column}, '$.${field}'), 1, 254))
  else ''
end`,
    keepRows: (table) => [
      ...['update', 'delete'].map(
        (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
begin select raise(abort, 'rows of ${table} are never changed or removed'); end`,
      ),
      // `insert or replace` removes a conflicting row without running the triggers for deletes.
      `create trigger ${table}_no_replace before insert on ${table}
when exists (select 1 from ${table} where id = new.id) or exists (select 1 from ${table} where seq = new.seq)
begin select raise(abort, 'rows of ${table} are never changed or removed'); end`,
    ],
    releaseRows: (table) =>
      ['update', 'delete', 'replace'].map((change) => `drop trigger if exists ${table}_no_${change}`),
  },
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new StableSqliteQueryCompiler(),
  toParameter: sqliteValue,
  isOneOf: (column, values) => sql`${column} in (select value from json_each(${values}))`,
  contains: (column, needle) => sql`instr(${column}, ${needle}) > 0`,
  sharesElement: (column, values) =>
    sql`exists (select 1 from json_each(${column}) where value in (select value from json_each(${values})))`,
  elements: <Value>(values: readonly Value[]) => sql<{ value: Value }>`json_each(${values})`.as('element'),
  rows: <Columns extends RowColumns>(lists: string, columns: Columns) => {
    const values = Object.keys(columns).map(
      (column, place) => sql`json_extract(value, ${sql.lit(`$[${place}]`)}) as ${sql.id(column)}`,
    )
    return sql<RowOf<Columns>>`(select ${sql.join(values)} from json_each(${lists}))`.as('added')
  },
  // The largest insight takes 3 ms.
  largeRowsAtOnce: 8,
  canChangeInWith: false,
  rowLock: '',
}
