import { createHash } from 'node:crypto'
import type { KeyedRow } from './table-pages.ts'

/** A short digest of the content of a table: two tables with equal sums have the same rows. */
export interface TableSum {
  readonly rows: number
  /** SHA-256 of all rows in the order of their keys. */
  readonly checksum: string
}

/** Computes the sum of a table from its pages. */
export class TableSummer {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(page: readonly KeyedRow[]): void {
    for (const { line } of page) this.#hash.update(`${line}\n`)
    this.#rows += page.length
  }

  sum(): TableSum {
    return { rows: this.#rows, checksum: this.#hash.digest('hex') }
  }
}
