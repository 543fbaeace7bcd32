import { compareText } from '../../foundation/lists/compare-text.ts'
import { partitionPoint } from '../../foundation/lists/partition-point.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { frozenCopy } from './frozen-copy.ts'

/** A change copies one chunk and the list of chunks, so both have to stay short. */
const CHUNK_SIZE = 512

interface Entry<Row> {
  readonly key: string
  readonly row: Row
}

type Chunk<Row> = readonly Entry<Row>[]

/**
 * The rows of a table that may have hundreds of thousands, as one transaction sees them, in order of their keys' bytes.
 * A chunk is never changed once it is there: a fork costs nothing, and a change what the chunk it is in costs.
 */
export class SortedRows<Row extends object> {
  private readonly keyOf: (row: Row) => string
  private readonly copyOf: (row: Row) => Row
  /** None is empty. */
  private chunks: readonly Chunk<Row>[]

  /** `copyOf` makes of a row what is stored; it has to be given for rows that hold what JSON does not. */
  constructor(keyOf: (row: Row) => string, copyOf: (row: Row) => Row = frozenCopy, chunks: readonly Chunk<Row>[] = []) {
    this.keyOf = keyOf
    this.copyOf = copyOf
    this.chunks = chunks
  }

  /** The same rows, to be changed without changing these. */
  fork(): SortedRows<Row> {
    return new SortedRows(this.keyOf, this.copyOf, this.chunks)
  }

  get(key: string): Row | undefined {
    const { entries, at } = this.locate(key)
    return entries[at]?.key === key ? entries[at].row : undefined
  }

  /** Inserts the row, or replaces the one that has its key. */
  put(row: Row): void {
    const entry = { key: this.keyOf(row), row: this.copyOf(row) }
    const { chunk, entries, at } = this.locate(entry.key)
    const isThere = entries[at]?.key === entry.key
    this.replaceChunk(chunk, entries.toSpliced(at, isThere ? 1 : 0, entry))
  }

  /** {@link put} for many rows, of which no two have the same key: each chunk that they are for is copied once. */
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

  /** Whether there was such a row. */
  delete(key: string): boolean {
    const { chunk, entries, at } = this.locate(key)
    if (entries[at]?.key !== key) return false
    this.replaceChunk(chunk, entries.toSpliced(at, 1))
    return true
  }

  /** How many rows have a key that begins with `prefix`. */
  count(prefix: string): number {
    return this.rank(notBeyond(prefix)) - this.rank(before(prefix))
  }

  /** One page of the rows whose key begins with `prefix`. */
  page(prefix: string, { limit, offset }: PageRequest): Page<Row> {
    const [start, end] = [this.rank(before(prefix)), this.rank(notBeyond(prefix))]
    return { count: end - start, items: this.slice(start + offset, Math.min(start + offset + limit, end)) }
  }

  /** All rows whose key begins with `prefix`, or all there are. */
  all(prefix = ''): Row[] {
    return this.slice(this.rank(before(prefix)), this.rank(notBeyond(prefix)))
  }

  /** Up to `limit` rows after `key` whose key begins with `prefix`. */
  after(prefix: string, key: string, limit: number): readonly Row[] {
    const start = this.rank((other) => compareText(other, key) <= 0)
    return this.slice(start, Math.min(start + limit, this.rank(notBeyond(prefix))))
  }

  /** The chunk that has, or would have, the key, and its place in it. */
  private locate(key: string): { chunk: number; entries: Chunk<Row>; at: number } {
    const chunk = Math.max(0, this.chunksBegunBy((other) => compareText(other, key) <= 0) - 1)
    const entries = this.chunks[chunk] ?? []
    return { chunk, entries, at: partitionPoint(entries, (entry) => compareText(entry.key, key) < 0) }
  }

  /** How many rows there are, in all, before the first whose key `isBefore` does not hold for. */
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

/** The chunk, or what it becomes when it is empty or too long. */
function halves<Row>(entries: Chunk<Row>): Chunk<Row>[] {
  if (entries.length === 0) return []
  if (entries.length <= CHUNK_SIZE) return [entries]
  const middle = entries.length >>> 1
  return [entries.slice(0, middle), entries.slice(middle)]
}

/** Both, in order; of two entries with one key the added one. */
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

/** Chunks of half the size that is too long, so that there is room for more. */
function pieces<Row>(entries: Chunk<Row>): Chunk<Row>[] {
  if (entries.length <= CHUNK_SIZE) return [entries]
  const count = Math.ceil(entries.length / CHUNK_SIZE) * 2
  const size = Math.ceil(entries.length / count)
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size))
}

function before(prefix: string): (key: string) => boolean {
  return (key) => compareText(key, prefix) < 0
}

/** Holds for keys that begin with `prefix`, and for all that come before those. */
function notBeyond(prefix: string): (key: string) => boolean {
  return (key) => key.startsWith(prefix) || compareText(key, prefix) < 0
}
