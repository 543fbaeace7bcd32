import type { MeasuredRows } from '../../data/records/project-size.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'

/** How many rows one request reads at most, and about how many bytes of them (PERSON-26). */
const MAX_READ = 10_000
const MAX_READ_BYTES = 32 * 1024 * 1024

/** How many rows one read loads: many if all of them are small, and few otherwise, because one may have half a MiB. */
const SMALL_AT_ONCE = 100
const SMALL_BYTES = 1024 * 1024
export const LARGE_AT_ONCE = 3

/** A few rows in order of their keys. */
export interface RowsPart<Row> {
  readonly rows: readonly Row[]
  readonly bytes: number
  /** The key after which the rows continue; null: there are no more. */
  readonly next: string | null
}

/** Reads rows after a key, part by part, and yields in between. It ends early after {@link MAX_READ} rows. */
export async function* readInParts<Row>(
  readPart: (place: string) => Promise<RowsPart<Row>>,
  after: string,
): AsyncGenerator<RowsPart<Row>, void> {
  let place = after
  let read = 0
  let bytes = 0
  while (read < MAX_READ && bytes < MAX_READ_BYTES) {
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

/** Reads one part, whose rows are measured before they are loaded. */
export async function readMeasured<Row>({ measure, load, keyOf }: KeyedReader<Row>): Promise<RowsPart<Row>> {
  const measured = await measure(SMALL_AT_ONCE)
  const atOnce = measured.bytes <= SMALL_BYTES ? SMALL_AT_ONCE : LARGE_AT_ONCE
  const rows = await load(atOnce)
  const bytes = (measured.bytes * rows.length) / Math.max(measured.rows, 1)
  return { rows, bytes, next: keyAfter(rows, atOnce, keyOf) }
}

/** The key of the last of these rows; null where fewer were read than requested, because no more follow. */
export function keyAfter<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string): string | null {
  const last = rows.at(-1)
  return rows.length < limit || last === undefined ? null : keyOf(last)
}
