import type { FieldChange } from '../../../data/records/activity.ts'
import type { Cohort } from '../../../data/records/cohort.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { authorize, authorizeAny } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { COHORT_HISTORY, type CohortState } from '../../../runtime/history/cohort-history.ts'
import { listVersions, type VersionSummary } from '../../../runtime/history/list-versions.ts'
import { compareVersions, type RecordVersion, readVersion } from '../../../runtime/history/read-version.ts'
import { requireCohort } from '../retrieve-cohort.ts'

/** A cohort as it was at a version, with what never changes; who was in a static one is not kept. */
export interface CohortVersion
  extends CohortState,
    Pick<Cohort, 'id' | 'isStatic' | 'createdAt' | 'createdBy'>,
    Pick<RecordVersion, 'version' | 'madeBy' | 'madeAt'> {
  /** Whether there is a newer one. */
  readonly isHistorical: boolean
}

/** Who made which version of a cohort, and what it changed; the newest first (HIST-4). */
export async function listCohortVersions(
  ctx: ProjectContext,
  cohortId: number,
  page: PageRequest,
): Promise<Page<VersionSummary>> {
  authorizeAny(ctx.actor, ['cohort:read', 'activity_log:read'])
  return ctx.store.read(async (tx) =>
    listVersions(tx, ctx.project.id, COHORT_HISTORY, await requireCohort(tx, ctx, cohortId), page),
  )
}

/** A cohort as it was at a version (HIST-5). */
export async function retrieveCohortVersion(
  ctx: ProjectContext,
  cohortId: number,
  version: number,
): Promise<CohortVersion> {
  authorize(ctx.actor, 'cohort:read')
  return ctx.store.read(async (tx) => {
    const cohort = await requireCohort(tx, ctx, cohortId)
    const { state, madeBy, madeAt } = await readCohortVersion(tx, ctx, cohort, version)
    const { id, isStatic, createdAt, createdBy } = cohort
    const isHistorical = version < cohort.version
    return { ...state, id, isStatic, createdAt, createdBy, version, madeBy, madeAt, isHistorical }
  })
}

/** What differs between two versions of a cohort, the newest unless it is said, field by field (HIST-6). */
export async function compareCohortVersions(
  ctx: ProjectContext,
  cohortId: number,
  from: number,
  to?: number,
): Promise<readonly FieldChange[]> {
  authorize(ctx.actor, 'cohort:read')
  return ctx.store.read(async (tx) => {
    const cohort = await requireCohort(tx, ctx, cohortId)
    const versions = [from, to ?? cohort.version] as const
    return (await compareVersions(tx, ctx.project.id, COHORT_HISTORY, cohort, versions)).changes
  })
}

export async function readCohortVersion(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  cohort: Cohort,
  version: number,
): Promise<Omit<RecordVersion, 'state'> & { readonly state: CohortState }> {
  const read = await readVersion(tx, ctx.project.id, COHORT_HISTORY, cohort, version)
  return { ...read, state: read.state as unknown as CohortState } // what COHORT_HISTORY keeps, read back
}
