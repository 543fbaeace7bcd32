import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Tile, TileContent } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember, type ProjectAccess } from '../../../runtime/access/project-access.ts'
import { changeProjectIfNeeded } from '../../../runtime/change-project.ts'
import { claimDashboard } from '../../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { restoreTrigger } from '../../../runtime/history/restore-trigger.ts'
import { authorizeDashboardEdit, authorizeRestriction } from '../dashboard-access.ts'
import { loadContents, sameContent } from '../dashboard-contents.ts'
import { type DashboardDetails, describeDashboard } from '../dashboard-details.ts'
import { deleteContents, restoreContents } from '../delete-contents.ts'
import { clearUsageDashboard } from '../flag-usage/clear-usage-dashboard.ts'
import { relinkUsageDashboard } from '../flag-usage/relink-usage-dashboard.ts'
import { type ChangeDashboardOptions, lockDashboard, refuseStaleDashboard } from '../lock-dashboard.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { saveTile } from '../tiles/apply-tile-entries.ts'
import { changeText } from '../tiles/change-text.ts'
import { placeTile, refuseTooManyTiles } from '../tiles/place-tile.ts'
import { type TileChange, tileFieldChanges } from '../tiles/tile-change.ts'
import { DASHBOARD_HISTORY, type DashboardState, furnished } from './dashboard-history.ts'
import { differenceOf, type TileVersion, tilesOf } from './dashboard-version.ts'
import { DASHBOARD_VERSIONS } from './read-dashboard-versions.ts'

/**
 * Restores a dashboard to a version, including tiles and texts, as its next version. It is a normal change, and its
 * activity entry names the restored version. If the dashboard already equals the version, it stays unchanged (HIST-8).
 */
export async function restoreDashboardVersion(
  ctx: ProjectContext,
  dashboardId: number,
  version: number,
  options: ChangeDashboardOptions = {},
): Promise<DashboardDetails> {
  authorize(ctx.actor, 'dashboard:write')
  return changeProjectIfNeeded(ctx, async (tx, raiseVersion) => {
    const [access, , before] = await allInOrder([
      authorizeMember(tx, ctx),
      tx.projects.lock(ctx.project.id),
      lockDashboard(tx, ctx, dashboardId),
    ])
    const allowed = await authorizeDashboardEdit(tx, ctx, access, before)
    refuseStaleDashboard(before, options.ifVersion)
    const now = await furnished(tx, before)
    const state = await DASHBOARD_VERSIONS.stateAt(tx, ctx, now, version)
    const current = DASHBOARD_HISTORY.stateOf(now) as unknown as DashboardState // the state of a dashboard
    if (differenceOf(current, state).length === 0) return describeDashboard(tx, ctx, before, access)
    if (state.restrictionLevel !== before.restrictionLevel) authorizeRestriction(allowed)
    if (before.deleted && !state.deleted) await claimDashboard(tx, ctx)
    const { tiles: _, texts: __, ...fields } = state
    const changes = await changeContents(tx, ctx, access, before, state)
    const next: Dashboard = { ...before, ...fields }
    const saved = await saveDashboard(tx, ctx, before, next, tileFieldChanges(changes), restoreTrigger(version))
    if (saved.deleted && !before.deleted) await clearUsageDashboard(tx, ctx, saved.id, raiseVersion)
    if (before.deleted && !saved.deleted) await relinkUsageDashboard(tx, ctx, access, saved, raiseVersion)
    return describeDashboard(tx, ctx, saved, access)
  })
}

async function changeContents(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  before: Dashboard,
  state: DashboardState,
): Promise<readonly TileChange[]> {
  if (state.deleted) return before.deleted ? [] : deleteContents(tx, ctx, before, false)
  const restored = before.deleted ? await restoreContents(tx, ctx, access, before) : []
  const { all } = await loadContents(tx, before)
  const wanted = tilesOf(state)
  const extra = all.filter(
    (tile) => !tile.deleted && wanted.every((each) => !sameContent(contentOf(each), tile.content)),
  )
  const changes: TileChange[] = [...restored]
  for (const tile of extra) changes.push({ before: tile, after: await saveTile(tx, tile, { deleted: true }) })
  for (const each of wanted) changes.push(await bringBack(tx, ctx, access, before, all, each))
  refuseTooManyTiles((await loadContents(tx, before)).live.length)
  return changes
}

/** Restores a tile that moved to another dashboard, with a new id. */
async function bringBack(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  dashboard: Dashboard,
  all: readonly Tile[],
  { insightId: _, text, ...look }: TileVersion,
): Promise<TileChange> {
  const content = contentOf({ insightId: _, text })
  const was = all.find((tile) => sameContent(tile.content, content)) ?? null
  const tile = was
    ? { before: was, after: await saveTile(tx, was, { ...look, deleted: false }) }
    : { before: null, after: await placeTile(tx, dashboard, content, look) }
  const [card] = text ? await tx.textCards.findMany(ctx.project.id, [text.id]) : []
  if (!card || !text || card.body === text.body) return tile
  const { id, createdBy } = card
  const after = await changeText(tx, ctx, access, card, { id, body: text.body, createdBy })
  return { ...tile, text: { before: card, after } }
}

function contentOf({ insightId, text }: Pick<TileVersion, 'insightId' | 'text'>): TileContent {
  return insightId === null ? { kind: 'text', textId: text?.id ?? 0 } : { kind: 'insight', insightId }
}
