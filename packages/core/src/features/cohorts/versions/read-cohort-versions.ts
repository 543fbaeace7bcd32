import type { FieldChange } from '../../../data/records/activity.ts'
import type { Cohort } from '../../../data/records/cohort.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { COHORT_HISTORY, type CohortState } from '../../../runtime/history/cohort-history.ts'
import type { VersionSummary } from '../../../runtime/history/list-versions.ts'
import { type HistoricalVersion, versionReader } from '../../../runtime/history/version-reader.ts'
import { requireCohort } from '../retrieve-cohort.ts'

/** A cohort as it was at a version, with what never changes; who was in a static one is not kept. */
export interface CohortVersion extends CohortState, Pick<Cohort, 'isStatic'>, HistoricalVersion {}

export const COHORT_VERSIONS = versionReader({
  history: COHORT_HISTORY,
  object: 'cohort',
  require: requireCohort,
  show: (state: CohortState, { id, ...told }, _, { isStatic }): CohortVersion => ({ ...state, id, isStatic, ...told }),
})

/** Who made which version of a cohort, and what it changed; the newest first (HIST-4). */
export function listCohortVersions(
  ctx: ProjectContext,
  cohortId: number,
  page: PageRequest,
): Promise<Page<VersionSummary>> {
  return COHORT_VERSIONS.list(ctx, cohortId, page)
}

/** A cohort as it was at a version (HIST-5). */
export function retrieveCohortVersion(ctx: ProjectContext, cohortId: number, version: number): Promise<CohortVersion> {
  return COHORT_VERSIONS.retrieve(ctx, cohortId, version)
}

/** What differs between two versions of a cohort, the newest unless it is said, field by field (HIST-6). */
export function compareCohortVersions(
  ctx: ProjectContext,
  cohortId: number,
  from: number,
  to?: number,
): Promise<readonly FieldChange[]> {
  return COHORT_VERSIONS.compare(ctx, cohortId, from, to)
}
