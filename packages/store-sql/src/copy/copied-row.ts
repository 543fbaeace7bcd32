import { decodeText } from '../sql-value.ts'
import type { TableColumns } from './table-columns.ts'

/** A value as every store understands it, whichever database it came from. */
export type CopiedValue = string | number | boolean | Uint8Array | null

/** The values of a row, in the order of the columns. */
export type CopiedRow = readonly CopiedValue[]

/** Reads a row as a driver answers it: text without its escapes, booleans that SQLite has as numbers. */
export function copiedRow(row: Readonly<Record<string, unknown>>, columns: TableColumns): CopiedRow {
  const values: CopiedValue[] = []
  for (const [name, kind] of columns) {
    const value = row[name] as Exclude<CopiedValue, undefined> // drivers answer nothing else for these column types
    if (typeof value === 'string') values.push(decodeText(value))
    else values.push(kind === 'boolean' && value !== null ? Boolean(value) : value)
  }
  return values
}

/** A row as one line of text. Two rows are the same when their lines are, in whichever database they lie. */
export function rowLine(row: CopiedRow): string {
  return JSON.stringify(row.map(comparable))
}

/** SQLite alone has no booleans, so it is its numbers that both can be compared by. */
function comparable(value: CopiedValue): string | number | null {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Uint8Array ? hexOf(value) : value
}

function hexOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex')
}
