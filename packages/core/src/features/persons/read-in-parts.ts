import type { MeasuredRows } from '../../data/records/project-size.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'

/** One request reads at most this many rows, and stops after about this many bytes (PERSON-26). */
const MAX_ROWS = 10_000
const MAX_BYTES = 32 * 1024 * 1024

/** One part has 100 rows if they take at most 1 MiB together, and 3 otherwise, because one row may take half a MiB. */
const SMALL_ROWS_PER_PART = 100
const SMALL_PART_BYTES = 1024 * 1024
export const LARGE_ROWS_PER_PART = 3

/** A few rows in order of their keys. */
export interface RowsPart<Row> {
  readonly rows: readonly Row[]
  readonly bytes: number
  /** The key after which the rows continue; null if there are no more. */
  readonly next: string | null
}

/** Yields rows after a key, in parts. If it ends at the limits of PERSON-26, `next` of the last part is not null. */
export async function* readInParts<Row>(
  readPart: (place: string) => Promise<RowsPart<Row>>,
  after: string,
): AsyncGenerator<RowsPart<Row>, void> {
  let place = after
  let read = 0
  let bytes = 0
  while (read < MAX_ROWS && bytes < MAX_BYTES) {
    const part = await readPart(place)
    yield part
    if (part.next === null) return
    place = part.next
    read += part.rows.length
    bytes += part.bytes
    await yieldToOthers()
  }
}

interface KeyedReader<Row> {
  readonly measure: (limit: number) => Promise<MeasuredRows>
  readonly load: (limit: number) => Promise<readonly Row[]>
  readonly keyOf: (row: Row) => string
}

/** Reads one part. Its rows are measured before they are loaded. */
export async function readMeasured<Row>({ measure, load, keyOf }: KeyedReader<Row>): Promise<RowsPart<Row>> {
  const measured = await measure(SMALL_ROWS_PER_PART)
  const atOnce = measured.bytes <= SMALL_PART_BYTES ? SMALL_ROWS_PER_PART : LARGE_ROWS_PER_PART
  const rows = await load(atOnce)
  const bytes = (measured.bytes * rows.length) / Math.max(measured.rows, 1)
  return { rows, bytes, next: keyAfter(rows, atOnce, keyOf) }
}

/** Returns the key of the last of these rows; null if fewer were read than requested, because no more follow. */
export function keyAfter<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string): string | null {
  const last = rows.at(-1)
  return rows.length < limit || last === undefined ? null : keyOf(last)
}
