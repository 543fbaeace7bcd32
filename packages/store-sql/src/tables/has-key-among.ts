import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether the row's key is one of those that a query answers, column by column: to delete no more rows than a limit. */
export function hasKeyAmong(columns: readonly string[], keys: Expression<unknown>): Expression<SqlBool> {
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) in ${keys}`
}
