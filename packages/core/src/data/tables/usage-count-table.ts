import type { UsageCount, UsageCountQuery, UsagePeriod, UsageSum } from '../records/usage.ts'

/** Queries on usage counts. */
export interface UsageCountReader {
  /**
   * Returns the sums, sorted by the dimensions in `by`. A project has millions of rows, so the database adds them up.
   */
  sum(projectId: number, query: UsageCountQuery): Promise<readonly UsageSum[]>
}

/** Queries on and changes of usage counts. */
export interface UsageCountTable extends UsageCountReader {
  /** Adds to existing counts, or inserts them. The database adds, so several instances may do this concurrently. */
  add(counts: readonly UsageCount[]): Promise<void>
  /** Deletes up to `limit` rows of a period, of all projects, that start before `start`; returns their number. */
  deleteBefore(period: UsagePeriod, start: string, limit: number): Promise<number>
}
