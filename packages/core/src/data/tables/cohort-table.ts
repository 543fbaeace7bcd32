import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Cohort, CohortIndex, CohortName, NewCohort } from '../records/cohort.ts'

/** Selects cohorts for a list. */
export interface CohortQuery {
  readonly search?: string | undefined
  readonly deleted?: boolean
  readonly isStatic?: boolean | undefined
  readonly ids?: readonly number[] | undefined
}

/** Queries on cohorts. */
export interface CohortReader {
  /** Returns a cohort, also a deleted one. */
  find(projectId: number, cohortId: number): Promise<Cohort | undefined>
  /**
   * Returns the names of the cohorts with these ids, including deleted ones, in any order. A flag may depend on many
   * cohorts, whose filters are too large to load only for their names.
   */
  listNames(projectId: number, cohortIds: readonly number[]): Promise<readonly CohortName[]>
  /**
   * Lists live or deleted cohorts whose name contains `search` (lower case, compared with {@link
   * CohortIndex.nameLower}); newest first, ties by id, descending. `isStatic` selects static or dynamic ones, `ids`
   * these cohorts.
   */
  list(projectId: number, query: CohortQuery, page: PageRequest): Promise<Page<Cohort>>
  /** Returns all live cohorts, by id, for a new snapshot. */
  listLive(projectId: number): Promise<readonly Cohort[]>
  /**
   * Returns cohorts whose last change is after `projectVersion`, including deleted ones, by id, for the update of a
   * snapshot.
   */
  changedSince(projectId: number, projectVersion: number): Promise<readonly Cohort[]>
}

/** Queries on and changes of cohorts. */
export interface CohortTable extends CohortReader {
  insert(cohort: NewCohort, index: CohortIndex): Promise<Cohort>
  /** Replaces all fields except id, project, creator and members. Returns whether the cohort exists. */
  update(cohort: Cohort, index: CohortIndex): Promise<boolean>
}
