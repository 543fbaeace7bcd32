import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Transaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { timeSlice } from '../../../foundation/time/yield.ts'
import { doesNotExist, violation } from '../../../foundation/validation/violation.ts'
import type { ProjectAccess } from '../../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { authorizeDashboardEdit } from '../dashboard-access.ts'
import { loadContents, sameContent } from '../dashboard-contents.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { placeTile, refuseTooManyTiles } from '../tiles/place-tile.ts'
import { type TileChange, tileFieldChanges } from '../tiles/tile-change.ts'
import type { DashboardsChange } from './insight-activity.ts'

/**
 * The maximum number of dashboards that one request changes. All their tiles are read twice, and other writes wait
 * until it is done.
 */
const MAX_PLACED_AT_ONCE = 50

/** Shows an insight on all dashboards of `after`, and removes it from those that only `before` names. */
export async function placeInsight(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  insightId: number,
  { before, after }: DashboardsChange,
): Promise<void> {
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  refuseTooManyPlaces(added.length + removed.length)
  const slice = timeSlice()
  // Locks older dashboards first, so that transactions that change the same dashboards do not deadlock.
  for (const dashboardId of [...added, ...removed].sort((a, b) => a - b)) {
    const dashboard = await holdEditable(tx, ctx, access, dashboardId)
    const change = await (added.includes(dashboardId) ? show : hide)(tx, dashboard, insightId)
    await saveDashboard(tx, ctx, dashboard, dashboard, tileFieldChanges([change]))
    await slice.yieldIfOver()
  }
}

function refuseTooManyPlaces(changed: number): void {
  if (changed <= MAX_PLACED_AT_ONCE) return
  const detail = `An insight can be added to and removed from at most ${MAX_PLACED_AT_ONCE} dashboards in one request.`
  throw invalidInput([violation('dashboardIds', 'max_length', detail)])
}

async function holdEditable(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  dashboardId: number,
): Promise<Dashboard> {
  const dashboard = await tx.dashboards.lock(ctx.project.id, dashboardId)
  if (!dashboard || dashboard.deleted) {
    throw invalidInput([doesNotExist('dashboardIds', dashboardId)])
  }
  await authorizeDashboardEdit(tx, ctx, access, dashboard)
  return dashboard
}

async function show(tx: Transaction, dashboard: Dashboard, insightId: number): Promise<TileChange> {
  const { all, live } = await loadContents(tx, dashboard)
  refuseTooManyTiles(live.length + 1)
  const content = { kind: 'insight' as const, insightId }
  const twin = all.find((tile) => sameContent(tile.content, content))
  if (!twin) return { before: null, after: await placeTile(tx, dashboard, content) }
  const after = { ...twin, deleted: false, deletionId: null }
  await tx.tiles.update(after)
  return { before: twin, after }
}

async function hide(tx: Transaction, dashboard: Dashboard, insightId: number): Promise<TileChange> {
  const { all } = await loadContents(tx, dashboard)
  const before = all.find((tile) => sameContent(tile.content, { kind: 'insight', insightId })) ?? null
  const after = before && { ...before, deleted: true, deletionId: null }
  if (after) await tx.tiles.update(after)
  return { before, after }
}
