import type { Dashboard } from '../../data/records/dashboard.ts'
import type { Transaction } from '../../data/store.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember, type ProjectAccess } from '../../runtime/access/project-access.ts'
import { changeProjectIfNeeded } from '../../runtime/change-project.ts'
import { claimDashboard } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { authorizeDashboardEdit, authorizeRestriction } from './dashboard-access.ts'
import { loadContents } from './dashboard-contents.ts'
import { type DashboardDetails, describeDashboard } from './dashboard-details.ts'
import { type CheckedUpdateDashboard, checkUpdateDashboard, type UpdateDashboardInput } from './dashboard-input.ts'
import { deleteContents, restoreContents } from './delete-contents.ts'
import { clearUsageDashboard } from './flag-usage/clear-usage-dashboard.ts'
import { relinkUsageDashboard } from './flag-usage/relink-usage-dashboard.ts'
import { type ChangeDashboardOptions, lockDashboard, refuseStaleDashboard } from './lock-dashboard.ts'
import { saveDashboard } from './save-dashboard.ts'
import { applyTileEntries } from './tiles/apply-tile-entries.ts'
import { duplicateTiles } from './tiles/duplicate-tiles.ts'
import { refuseTooManyTiles } from './tiles/place-tile.ts'
import { type TileChange, tileFieldChanges } from './tiles/tile-change.ts'

/** A dashboard after a change. */
export interface UpdatedDashboard extends DashboardDetails {
  /** Ids of entries in `tiles` that are no tiles of this dashboard, and were ignored. */
  readonly ignoredTileIds: readonly number[]
}

/**
 * Changes a dashboard and its tiles: missing fields stay unchanged, documents are replaced as a whole, `deleted`
 * deletes and restores. All changes are stored, or none.
 */
export async function updateDashboard(
  ctx: ProjectContext,
  dashboardId: number,
  input: UpdateDashboardInput,
  options: ChangeDashboardOptions = {},
): Promise<UpdatedDashboard> {
  authorize(ctx.actor, 'dashboard:write')
  const checked = checkUpdateDashboard(input)
  return changeProjectIfNeeded(
    ctx,
    (tx, raiseVersion) => changeDashboard(tx, ctx, { dashboardId, checked, options, raiseVersion }),
    { large: writesInsights(checked) },
  )
}

/** Whether insights may be written. Those of one dashboard may have a hundred megabytes. */
function writesInsights({ fields, deleteInsights, duplicateTiles }: CheckedUpdateDashboard): boolean {
  return deleteInsights || fields.deleted === false || duplicateTiles.length > 0
}

interface DashboardChange {
  readonly dashboardId: number
  readonly checked: CheckedUpdateDashboard
  readonly options: ChangeDashboardOptions
  /** Called when a flag changes too. */
  readonly raiseVersion: () => Promise<number>
}

async function changeDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  { dashboardId, checked: sent, options, raiseVersion }: DashboardChange,
): Promise<UpdatedDashboard> {
  const [access, , before] = await allInOrder([
    authorizeMember(tx, ctx),
    // Insights have no separate lock. Transactions that change them, or flags, lock the project, always before any
    // dashboard.
    sent.fields.deleted === undefined ? undefined : tx.projects.lock(ctx.project.id),
    lockDashboard(tx, ctx, dashboardId),
  ])
  if (before.deleted && sent.fields.deleted === undefined) throw recordNotFound('Dashboard', dashboardId, ctx)
  const checked = before.deleted && sent.fields.deleted ? DELETED_AGAIN : sent
  const allowed = await authorizeDashboardEdit(tx, ctx, access, before)
  if (checked.fields.restrictionLevel !== undefined) authorizeRestriction(allowed)
  refuseStaleDashboard(before, options.ifVersion)
  const next: Dashboard = { ...before, ...checked.fields }
  if (before.deleted && !next.deleted) await claimDashboard(tx, ctx)
  const { changes, ignoredTileIds } = await changeTiles(tx, ctx, access, before, next, checked)
  const saved = await saveDashboard(tx, ctx, before, next, tileFieldChanges(changes))
  if (checked.fields.deleted) await clearUsageDashboard(tx, ctx, saved.id, raiseVersion)
  if (before.deleted && !saved.deleted) await relinkUsageDashboard(tx, ctx, access, saved, raiseVersion)
  return { ...(await describeDashboard(tx, ctx, saved, access)), ignoredTileIds }
}

/** A deleted dashboard can be deleted again, like a flag; its other fields do not change (DASH-43). */
const DELETED_AGAIN: CheckedUpdateDashboard = {
  fields: { deleted: true },
  deleteInsights: false,
  tiles: [],
  duplicateTiles: [],
}

async function changeTiles(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  before: Dashboard,
  next: Dashboard,
  { tiles, duplicateTiles: wanted, deleteInsights }: CheckedUpdateDashboard,
) {
  const restored = before.deleted && !next.deleted ? await restoreContents(tx, ctx, access, before) : []
  const applied = await applyTileEntries(tx, ctx, access, before, tiles)
  const copied = await duplicateTiles(tx, ctx, before, wanted)
  const changes: TileChange[] = [...restored, ...applied.changes, ...copied]
  if (changes.some(({ before: was }) => was === null || was.deleted)) {
    refuseTooManyTiles((await loadContents(tx, before)).live.length)
  }
  const removed = next.deleted && !before.deleted ? await deleteContents(tx, ctx, before, deleteInsights) : []
  return { changes: [...changes, ...removed], ignoredTileIds: applied.ignoredTileIds }
}
