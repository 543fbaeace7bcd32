import type { FieldChange } from '../../../data/records/activity.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import type { VersionSummary } from '../../../runtime/history/list-versions.ts'
import { versionReader } from '../../../runtime/history/version-reader.ts'
import { requireDashboard } from '../lock-dashboard.ts'
import { DASHBOARD_HISTORY, type DashboardState, furnished } from './dashboard-history.ts'
import { type DashboardVersion, differenceOf, tilesOf } from './dashboard-version.ts'

export const DASHBOARD_VERSIONS = versionReader({
  history: DASHBOARD_HISTORY,
  object: 'dashboard',
  require: async (tx, ctx, id) => furnished(tx, await requireDashboard(tx, ctx, id)),
  requireId: requireDashboard,
  show: ({ tiles, texts, ...fields }: DashboardState, told): DashboardVersion => ({
    ...fields,
    ...told,
    tiles: tilesOf({ tiles, texts }),
  }),
  differences: differenceOf,
})

/** Lists the versions of a dashboard with their authors and changes, newest first (HIST-4). */
export function listDashboardVersions(
  ctx: ProjectContext,
  dashboardId: number,
  page: PageRequest,
): Promise<Page<VersionSummary>> {
  return DASHBOARD_VERSIONS.list(ctx, dashboardId, page)
}

/** Returns a dashboard as it was at a version, with its tiles and texts (HIST-5). */
export function retrieveDashboardVersion(
  ctx: ProjectContext,
  dashboardId: number,
  version: number,
): Promise<DashboardVersion> {
  return DASHBOARD_VERSIONS.retrieve(ctx, dashboardId, version)
}

/** Returns the differences between two versions of a dashboard. The second is the newest by default (HIST-6). */
export function compareDashboardVersions(
  ctx: ProjectContext,
  dashboardId: number,
  from: number,
  to?: number,
): Promise<readonly FieldChange[]> {
  return DASHBOARD_VERSIONS.compare(ctx, dashboardId, from, to)
}
