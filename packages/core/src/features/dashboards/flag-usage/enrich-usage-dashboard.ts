import { refusal } from '../../../foundation/validation/refuse.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeFlagEdit } from '../../../runtime/access/flag-access.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeFlag, type FlagDetails } from '../../flags/flag-details.ts'
import { requireFlag } from '../../flags/retrieve-flag.ts'
import { authorizeDashboardEdit } from '../dashboard-access.ts'
import { type DashboardContents, loadContents } from '../dashboard-contents.ts'
import { insertInsight } from '../insights/save-insight.ts'
import { lockDashboard } from '../lock-dashboard.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { placeTile, refuseTooManyTiles } from '../tiles/place-tile.ts'
import { type TileChange, tileFieldChanges } from '../tiles/tile-change.ts'
import { enrichedInsights } from './usage-insight.ts'

/** Adds charts of how often users saw and used its feature to a flag's usage dashboard (DASH-64). */
export async function enrichUsageDashboard(ctx: ProjectContext, flagId: number): Promise<FlagDetails> {
  authorize(ctx.actor, 'feature_flag:write')
  return writeStore(ctx, async (tx) => {
    const flag = await requireFlag(tx, ctx, flagId)
    const access = await authorizeFlagEdit(tx, ctx, flag)
    const dashboard = flag.usageDashboardId === null ? undefined : await lockDashboard(tx, ctx, flag.usageDashboardId)
    if (!dashboard || dashboard.deleted) throw refusal('Usage dashboard not found')
    await authorizeDashboardEdit(tx, ctx, access, dashboard)
    const contents = await loadContents(tx, dashboard)
    const wanted = enrichedInsights(flag.key)
    const names = new Set(wanted.map(({ name }) => name))
    if (isEnriched(contents, names)) throw refusal('Usage dashboard already has enriched data')
    if (!flag.hasEnrichedAnalytics) throw refusal('No enriched analytics available for this feature flag')
    refuseTooManyTiles(contents.live.length + wanted.length)
    const changes: TileChange[] = []
    for (const content of wanted) {
      const { id } = await insertInsight(tx, ctx, content)
      changes.push({ before: null, after: await placeTile(tx, dashboard, { kind: 'insight', insightId: id }) })
    }
    await saveDashboard(tx, ctx, dashboard, dashboard, tileFieldChanges(changes))
    return describeFlag(tx, ctx, flag)
  })
}

/** Whether the charts were added before. If a user removed them, they are not added again. */
function isEnriched({ insights }: DashboardContents, names: ReadonlySet<string>): boolean {
  return [...insights.values()].some(({ name }) => name !== null && names.has(name))
}
