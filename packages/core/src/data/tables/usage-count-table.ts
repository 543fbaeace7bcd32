import type { UsageCount, UsageCountQuery, UsagePeriod, UsageSum } from '../records/usage.ts'

/** What is asked about counts of use. */
export interface UsageCountReader {
  /** The sums in order of the dimensions in `by`; a project has millions of rows, so the database adds them up. */
  sum(projectId: number, query: UsageCountQuery): Promise<readonly UsageSum[]>
}

/** What is asked about counts of use, and how it is changed. */
export interface UsageCountTable extends UsageCountReader {
  /** Adds to what is there, or begins with it. The database adds, so several instances may at once. */
  add(counts: readonly UsageCount[]): Promise<void>
  /** Removes up to `limit` rows of a period, of all projects, that began before `start`; answers how many there were. */
  deleteBefore(period: UsagePeriod, start: string, limit: number): Promise<number>
}
