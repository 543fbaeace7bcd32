import { addTotals, type LiveTotals } from '../data/records/live-totals.ts'
import type { ReadTransaction } from '../data/store.ts'

/**
 * The totals of a project for several operations in one transaction. The first operation that needs them reads them,
 * and every stored row updates them. Otherwise an import would sum up all rows for each row. The operations run one
 * after another, and the project is locked before the first read.
 */
export class BatchTotals {
  #known: LiveTotals | undefined

  async read(tx: ReadTransaction, projectId: number): Promise<LiveTotals> {
    this.#known ??= await tx.projects.liveTotals(projectId)
    return this.#known
  }

  /** Adds the growth of one stored row. Before the first read, the store's totals include it. */
  add(growth: LiveTotals): void {
    if (this.#known) this.#known = addTotals(this.#known, growth)
  }
}

/** A flag or a cohort that is about to be stored. */
export interface GrowingRow {
  /** The flag or cohort in words, for a refusal of several: `flag new-checkout`. */
  readonly label: string
  readonly growth: LiveTotals
  /** The row is new. Restored flags do not count towards the limit on flags (FLAG-9). */
  readonly isNew: boolean
  /** The totals of the project. If they are missing and needed, they are read, which costs a round trip. */
  readonly totals?: LiveTotals | undefined
}

const MOST_NAMED = 5

/** Collects the growth of several operations, so that only the outcome must be within the bounds (FLAG-128). */
export class DeferredGrowth {
  #growth: LiveTotals = { flags: 0, cohorts: 0, bytes: 0 }
  #isNew = false
  #hasNewDashboard = false
  // Bound: dies with the operations of one transaction
  readonly #raising = new Map<string, number>()

  note({ label, growth, isNew }: GrowingRow): void {
    this.#growth = addTotals(this.#growth, growth)
    if (isNew && growth.flags > 0) this.#isNew = true
    if (isRaised(growth)) this.#raising.set(label, (this.#raising.get(label) ?? 0) + growth.bytes)
  }

  noteDashboard(): void {
    this.#hasNewDashboard = true
  }

  /** Whether any dashboard was created or restored. */
  get hasNewDashboard(): boolean {
    return this.#hasNewDashboard
  }

  /** The total growth as one row, which is new if any of its flags is. */
  get outcome(): Pick<GrowingRow, 'growth' | 'isNew'> {
    return { growth: this.#growth, isNew: this.#isNew }
  }

  /** Returns a sentence with the rows that add the most. */
  largest(): string {
    const labels = [...this.#raising].sort(([, a], [, b]) => b - a).map(([label]) => label)
    const more = labels.length > MOST_NAMED ? ` and ${labels.length - MOST_NAMED} more` : ''
    return `These add the most: ${labels.slice(0, MOST_NAMED).join(', ')}${more}.`
  }
}

/** Whether any of the totals is raised. */
export function isRaised({ flags, cohorts, bytes }: LiveTotals): boolean {
  return flags > 0 || cohorts > 0 || bytes > 0
}
