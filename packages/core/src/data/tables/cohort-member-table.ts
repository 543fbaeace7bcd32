import type { Page, PageRequest } from '../../foundation/pagination/page.ts'

/** Queries on the members of cohorts. */
export interface CohortMemberReader {
  /** Lists the distinct ids of the members, in byte order. */
  list(projectId: number, cohortId: number, page: PageRequest): Promise<Page<string>>
  /**
   * Returns those of these cohorts that have the user as a member. One lookup, independent of the size of the cohorts.
   */
  cohortsOf(projectId: number, distinctId: string, cohortIds: readonly number[]): Promise<ReadonlySet<number>>
  /**
   * {@link cohortsOf} for many users in one query: their cohorts by distinct id. Users without any are omitted. For
   * scans of all users, which would otherwise need a million queries.
   */
  cohortsOfEach(
    projectId: number,
    distinctIds: readonly string[],
    cohortIds: readonly number[],
  ): Promise<ReadonlyMap<string, readonly number[]>>
}

/** Queries on and changes of the members of cohorts. */
export interface CohortMemberTable extends CohortMemberReader {
  /** Adds any number of members, skips existing ones, and returns how many were added. */
  add(projectId: number, cohortId: number, distinctIds: readonly string[]): Promise<number>
  /** Removes a member. Returns whether the user was a member. */
  remove(projectId: number, cohortId: number, distinctId: string): Promise<boolean>
  /** Removes the user from every cohort of the project, including deleted ones. Returns the affected cohorts, by id. */
  removeFromAll(projectId: number, distinctId: string): Promise<readonly number[]>
}
