import { decodeText } from '../sql-value.ts'
import type { TableColumns } from './table-columns.ts'

/** A value in the form of the port, whichever database it came from. */
export type CopiedValue = string | number | boolean | Uint8Array | null

/** The values of a row, in the order of the columns. */
export type CopiedRow = readonly CopiedValue[]

/** Reads a row of a driver: decodes text, and converts booleans, which SQLite stores as numbers. */
export function copiedRow(row: Readonly<Record<string, unknown>>, columns: TableColumns): CopiedRow {
  const values: CopiedValue[] = []
  for (const [name, kind] of columns) {
    const value = row[name] as Exclude<CopiedValue, undefined> // drivers return nothing else for these column types
    if (typeof value === 'string') values.push(decodeText(value))
    else values.push(kind === 'boolean' && value !== null ? Boolean(value) : value)
  }
  return values
}

/** Returns a row as one line of text. Rows of any two databases are equal if their lines are. */
export function rowLine(row: CopiedRow): string {
  return JSON.stringify(row.map(comparable))
}

/** Converts booleans to numbers: SQLite has no booleans, so only numbers can be compared. */
function comparable(value: CopiedValue): string | number | null {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Uint8Array ? hexOf(value) : value
}

function hexOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex')
}
