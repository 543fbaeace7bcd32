import { sqlValue } from './sql-value.ts'

/** Returns rows as the JSON text that `rows` of a dialect reads. */
export function listsText(rows: readonly (readonly (string | number)[])[]): string {
  return JSON.stringify(sqlValue(rows))
}
