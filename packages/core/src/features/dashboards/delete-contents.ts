import type { Dashboard } from '../../data/records/dashboard.ts'
import type { Insight } from '../../data/records/insight.ts'
import type { Transaction } from '../../data/store.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import type { ProjectAccess } from '../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { authorizeContentEdit } from './authorize-content-edit.ts'
import { type DashboardContents, insightIdOf, loadContents } from './dashboard-contents.ts'
import { saveInsight } from './insights/save-insight.ts'
import { refuseOverfull } from './tiles/refuse-overfull.ts'
import type { TileChange } from './tiles/tile-change.ts'

/**
 * Removes the contents of a dashboard that is being deleted. The deletion marks these tiles and insights, so that
 * restoring the dashboard restores only them (DASH-42).
 */
export async function deleteContents(
  tx: Transaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  deleteInsights: boolean,
): Promise<TileChange[]> {
  const contents = await loadContents(tx, dashboard)
  const deletionId = ctx.ids.uuid()
  const slice = timeSlice()
  if (deleteInsights) {
    for (const insight of await shownOnlyHere(tx, dashboard, contents)) {
      await saveInsight(tx, ctx, insight, { ...insight, deleted: true, deletionId })
      await slice.yieldIfOver()
    }
  }
  const changes: TileChange[] = []
  for (const before of contents.all.filter((tile) => !tile.deleted)) {
    const after = { ...before, deleted: true, deletionId }
    await tx.tiles.update(after)
    changes.push({ before, after })
    await slice.yieldIfOver()
  }
  return changes
}

/** Returns the live insights that no other dashboard shows. */
async function shownOnlyHere(
  tx: Transaction,
  { id, projectId }: Dashboard,
  { live, insights }: DashboardContents,
): Promise<Insight[]> {
  const shown = live.filter(({ content }) => content.kind === 'insight')
  if (shown.length === 0) return []
  const places = await tx.tiles.showing(
    projectId,
    shown.map(({ content }) => content),
  )
  const elsewhere = new Set(places.filter((tile) => !tile.deleted && tile.dashboardId !== id).flatMap(insightIdOf))
  return shown
    .flatMap(insightIdOf)
    .flatMap((insightId) => (elsewhere.has(insightId) ? [] : (insights.get(insightId) ?? [])))
}

/**
 * Restores the contents that the deletion of the dashboard removed, and nothing that was deleted before it. Other
 * dashboards may show its insights by now.
 */
export async function restoreContents(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  dashboard: Dashboard,
): Promise<TileChange[]> {
  const { all, insights } = await loadContents(tx, dashboard)
  const taken = all.filter((tile) => tile.deletionId !== null)
  const deletions = new Set(taken.map((tile) => tile.deletionId))
  const changes: TileChange[] = []
  const slice = timeSlice()
  for (const before of taken) {
    const after = { ...before, deleted: false, deletionId: null }
    await tx.tiles.update(after)
    changes.push({ before, after })
    await slice.yieldIfOver()
  }
  for (const insight of insights.values()) {
    if (!insight.deleted || insight.deletionId === null || !deletions.has(insight.deletionId)) continue
    await authorizeContentEdit(tx, ctx, access, { kind: 'insight', insightId: insight.id })
    await saveInsight(tx, ctx, insight, { ...insight, deleted: false, deletionId: null })
    await refuseOverfull(tx, ctx, insight.id)
    await slice.yieldIfOver()
  }
  return changes
}
