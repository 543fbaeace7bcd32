import { sqlValue } from '@flagdeck/store-sql'

/** SQLite has no booleans and no lists: they travel as 0 and 1 and as JSON text. */
export function sqliteValue(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return Array.isArray(value) ? JSON.stringify(sqlValue(value)) : sqlValue(value)
}
