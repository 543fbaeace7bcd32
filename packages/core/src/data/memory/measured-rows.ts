import { jsonBytes, utf8Bytes } from '../../foundation/json/json-bytes.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { MeasuredRows } from '../records/project-size.ts'

/** Returns the sizes that a database measures for users or groups, in the given order. */
export function measuredRows<Row extends { readonly properties: JsonObject }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): MeasuredRows {
  const bytes = rows.reduce((sum, row) => sum + utf8Bytes(keyOf(row)) + jsonBytes(row.properties), 0)
  const last = rows.at(-1)
  return { rows: rows.length, bytes, lastKey: last ? keyOf(last) : null }
}
