import { sqlValue } from './sql-value.ts'

/** Rows as the JSON text that a dialect's `rows` reads. */
export function listsText(rows: readonly (readonly (string | number)[])[]): string {
  return JSON.stringify(sqlValue(rows))
}
