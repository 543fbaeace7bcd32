import type { ReadTransaction } from '../data/store.ts'
import type { LiveTotals } from '../data/tables/flag-table.ts'

/**
 * The totals of a project's live flags for several operations in one transaction. The first operation that needs them
 * reads them, and every stored flag updates them: otherwise an import would sum up all flags for each flag.
 * The operations run one after another, and the project is locked before the first read.
 */
export class FlagTotals {
  #known: LiveTotals | undefined

  async read(tx: ReadTransaction, projectId: number): Promise<LiveTotals> {
    this.#known ??= await tx.flags.liveTotals(projectId)
    return this.#known
  }

  /** Adds what one stored flag changed; the store counts it itself when the totals are still unread. */
  add({ flags, filtersBytes }: LiveTotals): void {
    if (!this.#known) return
    this.#known = { flags: this.#known.flags + flags, filtersBytes: this.#known.filtersBytes + filtersBytes }
  }
}
