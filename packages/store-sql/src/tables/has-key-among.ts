import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Whether the row's key is among the keys that a query selects, column by column. It limits the number of deleted rows.
 */
export function hasKeyAmong(columns: readonly string[], keys: Expression<unknown>): Expression<SqlBool> {
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))}) in ${keys}`
}
