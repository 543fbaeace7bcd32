import { authorizeMember } from '../../access/project-access.ts'
import type { ProjectContext } from '../../context.ts'
import type { Flag } from '../../flags/flag.ts'
import { originalKey } from '../../flags/tombstone-key.ts'
import { saveInsight } from '../../insights/save-insight.ts'
import type { Transaction } from '../../storage/store.ts'
import { dashboardsShowing, mayEditAll } from '../authorize-content-edit.ts'
import { loadContents } from '../dashboard-contents.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { usageDashboardTitle } from './usage-dashboard-title.ts'
import { renamedInsight } from './usage-insight.ts'

/**
 * Lets a flag's usage dashboard follow the flag to its new key, in the transaction that gives it the key, whoever may
 * edit it: it goes on asking about the flag. What somebody has made their own stays as they left it, and so does what is
 * on other dashboards that the caller may not edit (DASH-65).
 */
export async function renameUsageDashboard(
  tx: Transaction,
  ctx: ProjectContext,
  { id, usageDashboardId, key: before }: Pick<Flag, 'id' | 'usageDashboardId' | 'key'>,
  after: string,
): Promise<void> {
  if (usageDashboardId === null) return
  const dashboard = await tx.dashboards.lock(ctx.project.id, usageDashboardId)
  if (!dashboard) return
  const { insights } = await loadContents(tx, dashboard)
  const access = await authorizeMember(tx, ctx)
  for (const insight of insights.values()) {
    // Those of flags whose key another one took before dashboards followed that still ask about the key itself.
    const renamed =
      renamedInsight(insight, before, after) ?? renamedInsight(insight, originalKey({ id, key: before }), after)
    if (!renamed) continue
    const places = await dashboardsShowing(tx, ctx.project.id, { kind: 'insight', insightId: insight.id })
    const others = places.filter((place) => place.id !== dashboard.id)
    if (await mayEditAll(tx, ctx, access, others)) await saveInsight(tx, ctx, insight, renamed)
  }
  const title = usageDashboardTitle(before)
  const next = usageDashboardTitle(after)
  const name = dashboard.name === title.name ? next.name : dashboard.name
  const description = dashboard.description === title.description ? next.description : dashboard.description
  if (name === dashboard.name && description === dashboard.description) return
  await saveDashboard(tx, ctx, dashboard, { ...dashboard, name, description })
}
