import type { Dashboard } from '../../data/records/dashboard.ts'
import type { TileContent } from '../../data/records/tile.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import type { ProjectAccess } from '../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { dashboardAccess } from './dashboard-access.ts'

/**
 * Refuses callers without edit access to every live dashboard that shows an insight or a text. All members may copy
 * either to their own dashboards, but must not change restricted dashboards that way (DASH-35, DASH-92).
 */
export async function authorizeContentEdit(
  tx: ReadTransaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  content: TileContent,
): Promise<void> {
  const dashboards = await dashboardsShowing(tx, ctx.project.id, content)
  if (await mayEditAll(tx, ctx, access, dashboards)) return
  throw permissionDenied(`You don't have edit permissions for every dashboard that shows this ${content.kind}.`)
}

/** Returns the live dashboards that show an insight, deleted or not, or a text. */
export async function dashboardsShowing(
  tx: ReadTransaction,
  projectId: number,
  content: TileContent,
): Promise<readonly Dashboard[]> {
  const places = await tx.tiles.showing(projectId, [content])
  const dashboardIds = places.filter((tile) => !tile.deleted).map((tile) => tile.dashboardId)
  const dashboards = await tx.dashboards.findMany(projectId, dashboardIds)
  return dashboards.filter((dashboard) => !dashboard.deleted)
}

export async function mayEditAll(
  tx: ReadTransaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  dashboards: readonly Dashboard[],
): Promise<boolean> {
  const accessTo = await dashboardAccess(tx, ctx, access, dashboards)
  return dashboards.every((dashboard) => accessTo(dashboard).canEdit)
}
