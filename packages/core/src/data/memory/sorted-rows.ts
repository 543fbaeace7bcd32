import { compareText } from '../../foundation/lists/compare-text.ts'
import { partitionPoint } from '../../foundation/lists/partition-point.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { frozenCopy } from './frozen-copy.ts'

/** The number of rows in a chunk. A change copies one chunk and the list of chunks, so both must stay short. */
const CHUNK_SIZE = 512

interface Entry<Row> {
  readonly key: string
  readonly row: Row
}

type Chunk<Row> = readonly Entry<Row>[]

/**
 * The rows of a table as one transaction sees them, sorted by key in byte order. There may be hundreds of thousands.
 * Chunks are immutable, so a fork is free, and a change costs a copy of one chunk.
 */
export class SortedRows<Row extends object> {
  private readonly keyOf: (row: Row) => string
  private readonly copyOf: (row: Row) => Row
  /** No chunk is empty. */
  private chunks: readonly Chunk<Row>[]

  /**
   * Creates a set of rows. `copyOf` converts a row to its stored form; it is required for rows with values that JSON
   * does not have.
   */
  constructor(keyOf: (row: Row) => string, copyOf: (row: Row) => Row = frozenCopy, chunks: readonly Chunk<Row>[] = []) {
    this.keyOf = keyOf
    this.copyOf = copyOf
    this.chunks = chunks
  }

  /** Returns a fork of the rows: changes of it do not affect these. */
  fork(): SortedRows<Row> {
    return new SortedRows(this.keyOf, this.copyOf, this.chunks)
  }

  get(key: string): Row | undefined {
    const { entries, at } = this.locate(key)
    return entries[at]?.key === key ? entries[at].row : undefined
  }

  /** Inserts the row, or replaces the one with the same key. */
  put(row: Row): void {
    const entry = { key: this.keyOf(row), row: this.copyOf(row) }
    const { chunk, entries, at } = this.locate(entry.key)
    const isThere = entries[at]?.key === entry.key
    this.replaceChunk(chunk, entries.toSpliced(at, isThere ? 1 : 0, entry))
  }

  /** {@link put} for many rows with different keys: each affected chunk is copied once. */
  putAll(rows: readonly Row[]): void {
    const added = rows.map((row) => ({ key: this.keyOf(row), row: this.copyOf(row) }))
    added.sort((a, b) => compareText(a.key, b.key))
    const old = this.chunks.length > 0 ? this.chunks : [[]]
    let at = 0
    this.chunks = old.flatMap((chunk, index) => {
      const next = old[index + 1]?.[0]
      const start = at
      while (at < added.length && (!next || compareText(added[at]?.key ?? '', next.key) < 0)) at++
      return at === start ? [chunk] : pieces(merged(chunk, added.slice(start, at)))
    })
  }

  /** Deletes a row. Returns whether it existed. */
  delete(key: string): boolean {
    const { chunk, entries, at } = this.locate(key)
    if (entries[at]?.key !== key) return false
    this.replaceChunk(chunk, entries.toSpliced(at, 1))
    return true
  }

  /** Returns the number of rows whose key starts with `prefix`. */
  count(prefix: string): number {
    return this.rank(notBeyond(prefix)) - this.rank(before(prefix))
  }

  /** Returns a page of the rows whose key starts with `prefix`. */
  page(prefix: string, { limit, offset }: PageRequest): Page<Row> {
    const [start, end] = [this.rank(before(prefix)), this.rank(notBeyond(prefix))]
    return { count: end - start, items: this.slice(start + offset, Math.min(start + offset + limit, end)) }
  }

  /** Returns all rows whose key starts with `prefix`; by default all rows. */
  all(prefix = ''): Row[] {
    return this.slice(this.rank(before(prefix)), this.rank(notBeyond(prefix)))
  }

  /** Returns up to `limit` rows after `key` whose key starts with `prefix`. */
  after(prefix: string, key: string, limit: number): readonly Row[] {
    const start = this.rank((other) => compareText(other, key) <= 0)
    return this.slice(start, Math.min(start + limit, this.rank(notBeyond(prefix))))
  }

  /** Returns the chunk that has, or would have, the key, and the position in it. */
  private locate(key: string): { chunk: number; entries: Chunk<Row>; at: number } {
    const chunk = Math.max(0, this.chunksBegunBy((other) => compareText(other, key) <= 0) - 1)
    const entries = this.chunks[chunk] ?? []
    return { chunk, entries, at: partitionPoint(entries, (entry) => compareText(entry.key, key) < 0) }
  }

  /** Returns the number of rows before the first one for which `isBefore` is false. */
  private rank(isBefore: (key: string) => boolean): number {
    const begun = this.chunksBegunBy(isBefore)
    if (begun === 0) return 0
    let rank = partitionPoint(this.chunks[begun - 1] ?? [], ({ key }) => isBefore(key))
    for (let chunk = 0; chunk < begun - 1; chunk++) rank += this.chunks[chunk]?.length ?? 0
    return rank
  }

  private chunksBegunBy(isBefore: (key: string) => boolean): number {
    return partitionPoint(this.chunks, ([first]) => first !== undefined && isBefore(first.key))
  }

  private slice(start: number, end: number): Row[] {
    const rows: Row[] = []
    let chunkStart = 0
    for (const chunk of this.chunks) {
      if (chunkStart >= end) break
      const part = chunk.slice(Math.max(0, start - chunkStart), end - chunkStart)
      for (const { row } of part) rows.push(row)
      chunkStart += chunk.length
    }
    return rows
  }

  private replaceChunk(chunk: number, entries: Chunk<Row>): void {
    this.chunks = this.chunks.toSpliced(chunk, 1, ...halves(entries))
  }
}

/** Returns the chunk unchanged, two halves if it is too long, or nothing if it is empty. */
function halves<Row>(entries: Chunk<Row>): Chunk<Row>[] {
  if (entries.length === 0) return []
  if (entries.length <= CHUNK_SIZE) return [entries]
  const middle = entries.length >>> 1
  return [entries.slice(0, middle), entries.slice(middle)]
}

/** Merges both in order; of two entries with the same key, the added one is used. */
function merged<Row>(entries: Chunk<Row>, added: Chunk<Row>): Chunk<Row> {
  const result: Entry<Row>[] = []
  let at = 0
  for (const entry of added) {
    for (let old = entries[at]; old && compareText(old.key, entry.key) < 0; old = entries[++at]) result.push(old)
    if (entries[at]?.key === entry.key) at++
    result.push(entry)
  }
  return result.concat(entries.slice(at))
}

/** Splits a chunk that is too long into chunks of at most half the maximum size, so that rows can be added. */
function pieces<Row>(entries: Chunk<Row>): Chunk<Row>[] {
  if (entries.length <= CHUNK_SIZE) return [entries]
  const count = Math.ceil(entries.length / CHUNK_SIZE) * 2
  const size = Math.ceil(entries.length / count)
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size))
}

function before(prefix: string): (key: string) => boolean {
  return (key) => compareText(key, prefix) < 0
}

/** Returns a predicate that holds for keys that start with `prefix`, and for all keys before those. */
function notBeyond(prefix: string): (key: string) => boolean {
  return (key) => key.startsWith(prefix) || compareText(key, prefix) < 0
}
