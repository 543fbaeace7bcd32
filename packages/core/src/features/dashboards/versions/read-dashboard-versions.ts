import type { FieldChange } from '../../../data/records/activity.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { authorize, authorizeAny } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { listVersions, type VersionSummary } from '../../../runtime/history/list-versions.ts'
import { type RecordVersion, readVersion } from '../../../runtime/history/read-version.ts'
import { requireDashboard } from '../lock-dashboard.ts'
import { DASHBOARD_HISTORY, type DashboardState, type FurnishedDashboard, furnished } from './dashboard-history.ts'
import { type DashboardVersion, differenceOf, tilesOf } from './dashboard-version.ts'

/** Who made which version of a dashboard, and what it changed; the newest first (HIST-4). */
export async function listDashboardVersions(
  ctx: ProjectContext,
  dashboardId: number,
  page: PageRequest,
): Promise<Page<VersionSummary>> {
  authorizeAny(ctx.actor, ['dashboard:read', 'activity_log:read'])
  return ctx.store.read(async (tx) =>
    listVersions(tx, ctx.project.id, DASHBOARD_HISTORY, await requireDashboard(tx, ctx, dashboardId), page),
  )
}

/** A dashboard as it was at a version, with its tiles and texts (HIST-5). */
export async function retrieveDashboardVersion(
  ctx: ProjectContext,
  dashboardId: number,
  version: number,
): Promise<DashboardVersion> {
  authorize(ctx.actor, 'dashboard:read')
  return ctx.store.read(async (tx) => {
    const dashboard = await furnished(tx, await requireDashboard(tx, ctx, dashboardId))
    const { state, madeBy, madeAt } = await readDashboardVersion(tx, ctx, dashboard, version)
    const { tiles: _, texts: __, ...fields } = state
    const { id, createdAt, createdBy } = dashboard
    const isHistorical = version < dashboard.version
    return { ...fields, id, createdAt, createdBy, version, madeBy, madeAt, isHistorical, tiles: tilesOf(state) }
  })
}

/** What differs between two versions of a dashboard, the newest unless it is said (HIST-6). */
export async function compareDashboardVersions(
  ctx: ProjectContext,
  dashboardId: number,
  from: number,
  to?: number,
): Promise<readonly FieldChange[]> {
  authorize(ctx.actor, 'dashboard:read')
  return ctx.store.read(async (tx) => {
    const dashboard = await furnished(tx, await requireDashboard(tx, ctx, dashboardId))
    const [before, after] = await Promise.all([
      readDashboardVersion(tx, ctx, dashboard, from),
      readDashboardVersion(tx, ctx, dashboard, to ?? dashboard.version),
    ])
    return differenceOf(before.state, after.state)
  })
}

export async function readDashboardVersion(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  dashboard: FurnishedDashboard,
  version: number,
): Promise<Omit<RecordVersion, 'state'> & { readonly state: DashboardState }> {
  const read = await readVersion(tx, project.id, DASHBOARD_HISTORY, dashboard, version)
  return { ...read, state: read.state as unknown as DashboardState } // what DASHBOARD_HISTORY keeps, read back
}
