import type { ProjectContext } from '../../context.ts'
import type { Flag } from '../../flags/flag.ts'
import { saveInsight } from '../../insights/save-insight.ts'
import type { Transaction } from '../../storage/store.ts'
import { loadContents } from '../dashboard-contents.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { usageDashboardTitle } from './usage-dashboard-title.ts'
import { renamedInsight } from './usage-insight.ts'

/**
 * Lets a flag's usage dashboard follow the flag to its new key, in the transaction that gives it the key. What
 * somebody has made their own stays as they left it (DASH-65).
 */
export async function renameUsageDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  { usageDashboardId, key: before }: Flag,
  after: string,
): Promise<void> {
  if (usageDashboardId === null) return
  const dashboard = await tx.dashboards.lock(ctx.project.id, usageDashboardId)
  if (!dashboard || dashboard.deleted) return
  const { insights } = await loadContents(tx, dashboard)
  for (const insight of insights.values()) {
    const renamed = renamedInsight(insight, before, after)
    if (renamed) await saveInsight(tx, ctx, insight, renamed)
  }
  const title = usageDashboardTitle(before)
  const next = usageDashboardTitle(after)
  const name = dashboard.name === title.name ? next.name : dashboard.name
  const description = dashboard.description === title.description ? next.description : dashboard.description
  if (name === dashboard.name && description === dashboard.description) return
  await saveDashboard(tx, ctx, dashboard, { ...dashboard, name, description })
}
