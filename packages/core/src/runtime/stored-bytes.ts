import type { MeasuredRows } from '../data/records/project-size.ts'
import { jsonBytes, utf8Bytes } from '../foundation/json/json-bytes.ts'
import type { JsonObject } from '../foundation/json/json-value.ts'

/**
 * The bytes of a row with its index entries and times, in addition to its key and properties: even an id alone takes
 * space.
 */
const ROW_BYTES = 256

/** Returns the bytes that a person or group without properties counts in its project (PERSON-20). */
export function bytesOfRow(key: string): number {
  return ROW_BYTES + utf8Bytes(key)
}

/** Returns the bytes that measured persons or groups count in their project. */
export function bytesOfMeasured({ rows, bytes }: Pick<MeasuredRows, 'rows' | 'bytes'>): number {
  return rows * ROW_BYTES + bytes
}

/** Returns the bytes that a person or group counts in its project; 0 when there is none. */
export function storedBytes(key: string, stored: { readonly properties: JsonObject } | undefined): number {
  return stored ? bytesOfRow(key) + jsonBytes(stored.properties) : 0
}
