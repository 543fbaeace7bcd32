import type { Page, PageRequest } from '../../foundation/pagination/page.ts'

/** What is asked about the members of cohorts. */
export interface CohortMemberReader {
  /** Distinct ids of the members, in order of their bytes. */
  list(projectId: number, cohortId: number, page: PageRequest): Promise<Page<string>>
  /** Which of these cohorts the person is a member of. One look-up, whatever the size of the cohorts. */
  cohortsOf(projectId: number, distinctId: string, cohortIds: readonly number[]): Promise<ReadonlySet<number>>
  /**
   * {@link cohortsOf} for many persons at once: their cohorts by distinct id; who is in none of them is not there. For
   * whoever walks over all persons, and would otherwise ask a million times.
   */
  cohortsOfEach(
    projectId: number,
    distinctIds: readonly string[],
    cohortIds: readonly number[],
  ): Promise<ReadonlyMap<string, readonly number[]>>
}

/** What is asked about the members of cohorts, and how it is changed. */
export interface CohortMemberTable extends CohortMemberReader {
  /** Adds those who are not members yet, any number at once, and answers how many they were. */
  add(projectId: number, cohortId: number, distinctIds: readonly string[]): Promise<number>
  /** Whether the person was a member. */
  remove(projectId: number, cohortId: number, distinctId: string): Promise<boolean>
  /** Takes the person out of every cohort of the project, deleted ones too, and answers which had them, by id. */
  removeFromAll(projectId: number, distinctId: string): Promise<readonly number[]>
}
