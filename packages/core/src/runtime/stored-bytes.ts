import type { MeasuredRows } from '../data/records/project-size.ts'
import { jsonBytes, utf8Bytes } from '../foundation/json/json-bytes.ts'
import type { JsonObject } from '../foundation/json/json-value.ts'

/** A row with its index entries and times, in addition to its key and properties. An id alone takes room too. */
const ROW_BYTES = 256

/** Bytes that a person or group counts in its project before it has properties (PERSON-20). */
export function bytesOfRow(key: string): number {
  return ROW_BYTES + utf8Bytes(key)
}

/** Bytes that measured persons or groups count in their project. */
export function bytesOfMeasured({ rows, bytes }: Pick<MeasuredRows, 'rows' | 'bytes'>): number {
  return rows * ROW_BYTES + bytes
}

/** Bytes that a person or group counts in its project; 0 when there is none. */
export function storedBytes(key: string, stored: { readonly properties: JsonObject } | undefined): number {
  return stored ? bytesOfRow(key) + jsonBytes(stored.properties) : 0
}
