import type { FieldChange } from '../../../data/records/activity.ts'
import type { Cohort } from '../../../data/records/cohort.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { COHORT_HISTORY, type CohortState } from '../../../runtime/history/cohort-history.ts'
import type { VersionSummary } from '../../../runtime/history/list-versions.ts'
import { type HistoricalVersion, versionReader } from '../../../runtime/history/version-reader.ts'
import { requireCohort } from '../retrieve-cohort.ts'

/** A cohort at a version, with its immutable fields. Members of a static cohort are not part of versions. */
export interface CohortVersion extends CohortState, Pick<Cohort, 'isStatic'>, HistoricalVersion {}

export const COHORT_VERSIONS = versionReader({
  history: COHORT_HISTORY,
  object: 'cohort',
  require: requireCohort,
  show: (state: CohortState, { id, ...told }, _, { isStatic }): CohortVersion => ({ ...state, id, isStatic, ...told }),
})

/** Lists the versions of a cohort with their authors and changes, newest first (HIST-4). */
export function listCohortVersions(
  ctx: ProjectContext,
  cohortId: number,
  page: PageRequest,
): Promise<Page<VersionSummary>> {
  return COHORT_VERSIONS.list(ctx, cohortId, page)
}

/** Returns a cohort as it was at a version (HIST-5). */
export function retrieveCohortVersion(ctx: ProjectContext, cohortId: number, version: number): Promise<CohortVersion> {
  return COHORT_VERSIONS.retrieve(ctx, cohortId, version)
}

/**
 * Returns the differences between two versions of a cohort, field by field. The second is the newest by default
 * (HIST-6).
 */
export function compareCohortVersions(
  ctx: ProjectContext,
  cohortId: number,
  from: number,
  to?: number,
): Promise<readonly FieldChange[]> {
  return COHORT_VERSIONS.compare(ctx, cohortId, from, to)
}
