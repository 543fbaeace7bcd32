import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Cohort, CohortIndex, CohortName, NewCohort } from '../records/cohort.ts'

/** Which cohorts a list has. */
export interface CohortQuery {
  readonly search?: string | undefined
  readonly deleted?: boolean
  readonly isStatic?: boolean | undefined
  readonly ids?: readonly number[] | undefined
}

/** What is asked about cohorts. */
export interface CohortReader {
  /** Deleted cohorts too. */
  find(projectId: number, cohortId: number): Promise<Cohort | undefined>
  /**
   * The names of the cohorts with these ids, deleted ones too, in any order. A flag may depend on many cohorts, whose
   * filters are too large to be read for their names.
   */
  listNames(projectId: number, cohortIds: readonly number[]): Promise<readonly CohortName[]>
  /**
   * Live cohorts, or the deleted ones, whose name contains `search` (lower case, compared with
   * {@link CohortIndex.nameLower}); newest first, ties by id going down. `isStatic` limits them to static or to dynamic ones,
   * `ids` to these cohorts.
   */
  list(projectId: number, query: CohortQuery, page: PageRequest): Promise<Page<Cohort>>
  /** Every live cohort, by id: what a snapshot begins with. */
  listLive(projectId: number): Promise<readonly Cohort[]>
  /** Cohorts, deleted ones too, whose last change came after `projectVersion`, by id: what a snapshot has to catch up on. */
  changedSince(projectId: number, projectVersion: number): Promise<readonly Cohort[]>
}

/** What is asked about cohorts, and how it is changed. */
export interface CohortTable extends CohortReader {
  insert(cohort: NewCohort, index: CohortIndex): Promise<Cohort>
  /** Replaces everything but id, project, creator and members. Whether there was such a cohort. */
  update(cohort: Cohort, index: CohortIndex): Promise<boolean>
}
