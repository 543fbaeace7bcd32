import type { ProjectAccess } from '../access/project-access.ts'
import type { ProjectContext } from '../context.ts'
import { permissionDenied } from '../errors/domain-error.ts'
import type { ReadTransaction } from '../storage/store.ts'
import { dashboardAccess } from './dashboard-access.ts'
import type { TextCard } from './text-card.ts'

/**
 * Refuses a caller who may not edit every live dashboard that shows the text: anybody may copy a text to a dashboard
 * of their own, and must not change by that what others restricted (DASH-35).
 */
export async function authorizeTextEdit(
  tx: ReadTransaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  { id: textId }: Pick<TextCard, 'id'>,
): Promise<void> {
  const places = await tx.tiles.showing(ctx.project.id, [{ kind: 'text', textId }])
  const dashboardIds = places.filter((tile) => !tile.deleted).map((tile) => tile.dashboardId)
  const dashboards = await tx.dashboards.findMany(ctx.project.id, dashboardIds)
  const live = dashboards.filter((dashboard) => !dashboard.deleted)
  const accessTo = await dashboardAccess(tx, ctx, access, live)
  if (live.every((dashboard) => accessTo(dashboard).canEdit)) return
  throw permissionDenied("You don't have edit permissions for every dashboard that shows this text.")
}
