import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Flag } from '../../../data/records/flag.ts'
import type { Insight } from '../../../data/records/insight.ts'
import type { TileContent } from '../../../data/records/tile.ts'
import { originalKey } from '../../../data/records/tombstone-key.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { authorizeMember, type ProjectAccess } from '../../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { dashboardsShowing, mayEditAll } from '../authorize-content-edit.ts'
import { loadContents } from '../dashboard-contents.ts'
import { storeInsight } from '../insights/save-insight.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { usageDashboardTitle } from './usage-dashboard-title.ts'
import { renamedInsight } from './usage-insight.ts'

/**
 * Renames a flag's usage dashboard in the transaction that gives the flag a new key, for any caller with that
 * permission. Generated queries continue to query the flag, and keep their last editor. Other fields of a dashboard
 * require edit access (DASH-65).
 */
export async function renameUsageDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  { id, usageDashboardId, key }: Pick<Flag, 'id' | 'usageDashboardId' | 'key'>,
  after: string,
): Promise<void> {
  if (usageDashboardId === null) return
  const dashboard = await tx.dashboards.lock(ctx.project.id, usageDashboardId)
  if (!dashboard) return
  // If another flag took the key, generated charts still contain the original key.
  const keys = [key, originalKey({ id, key })]
  const access = await authorizeMember(tx, ctx)
  const { insights } = await loadContents(tx, dashboard)
  for (const insight of insights.values()) {
    const renamed = keys.map((before) => renamedInsight(insight, before, after)).find((each) => each !== undefined)
    if (renamed && (await isForThis(tx, ctx, access, dashboard, insight))) await storeInsight(tx, ctx, insight, renamed)
  }
  if (await mayEditAll(tx, ctx, access, [dashboard])) await renameDashboard(tx, ctx, dashboard, keys, after)
}

/**
 * Whether an insight was created for the dashboard, and all other dashboards that show it can be edited by the caller.
 * Otherwise a member could copy an insight of another flag here, and wait until a user with more permissions changes
 * the key.
 */
async function isForThis(
  tx: ReadTransaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  dashboard: Dashboard,
  insight: Insight,
): Promise<boolean> {
  const content: TileContent = { kind: 'insight', insightId: insight.id }
  const tiles = await tx.tiles.showing(ctx.project.id, [content])
  const first = tiles.toSorted((a, b) => a.id - b.id)[0]
  if (first?.dashboardId !== dashboard.id) return false
  const places = await dashboardsShowing(tx, ctx.project.id, content)
  return mayEditAll(
    tx,
    ctx,
    access,
    places.filter((place) => place.id !== dashboard.id),
  )
}

async function renameDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  keys: readonly string[],
  after: string,
): Promise<void> {
  const titles = keys.map(usageDashboardTitle)
  const next = usageDashboardTitle(after)
  const name = titles.some((title) => title.name === dashboard.name) ? next.name : dashboard.name
  const isGenerated = titles.some((title) => title.description === dashboard.description)
  const description = isGenerated ? next.description : dashboard.description
  if (name === dashboard.name && description === dashboard.description) return
  await saveDashboard(tx, ctx, dashboard, { ...dashboard, name, description })
}
