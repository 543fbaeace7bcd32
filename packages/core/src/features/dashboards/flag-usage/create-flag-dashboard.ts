import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Flag } from '../../../data/records/flag.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeFlagEdit } from '../../../runtime/access/flag-access.ts'
import { changeProject } from '../../../runtime/change-project.ts'
import { claimDashboard } from '../../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeFlag, type FlagDetails } from '../../flags/flag-details.ts'
import { requireFlag } from '../../flags/retrieve-flag.ts'
import { saveFlag } from '../../flags/save-flag.ts'
import { insertInsight } from '../insights/save-insight.ts'
import { newDashboard } from '../new-dashboard.ts'
import { insertDashboard } from '../save-dashboard.ts'
import { placeTile } from '../tiles/place-tile.ts'
import { liveUsageDashboard } from './live-usage-dashboard.ts'
import { usageDashboardTitle } from './usage-dashboard-title.ts'
import { usageInsights } from './usage-insight.ts'

/** Creates the usage dashboard of a flag. A live dashboard of the flag stays unchanged (DASH-61). */
export async function createFlagDashboard(ctx: ProjectContext, flagId: number): Promise<FlagDetails> {
  authorize(ctx.actor, 'feature_flag:write')
  // The stored result of an idempotency key takes precedence over the current state.
  const charted = ctx.idempotency ? undefined : await findCharted(ctx, flagId)
  if (charted) return ctx.store.read((tx) => describeCharted(tx, ctx, charted))
  return changeProject(ctx, async (tx, projectVersion) => {
    const flag = await requireFlag(tx, ctx, flagId)
    await authorizeFlagEdit(tx, ctx, flag)
    refuseDeleted(flag)
    if (await liveUsageDashboard(tx, flag)) return describeFlag(tx, ctx, flag)
    await claimDashboard(tx, ctx)
    const dashboard = await insertUsageDashboard(tx, ctx, flag)
    return describeFlag(
      tx,
      ctx,
      await saveFlag(tx, ctx, flag, { ...flag, usageDashboardId: dashboard.id }, projectVersion),
    )
  })
}

/** Returns the flag if it is live and has a live dashboard. */
function findCharted(ctx: ProjectContext, flagId: number): Promise<Flag | undefined> {
  return ctx.store.read(async (tx) => {
    const flag = await requireFlag(tx, ctx, flagId)
    return (await liveUsageDashboard(tx, flag)) && !flag.deleted ? flag : undefined
  })
}

async function describeCharted(tx: ReadTransaction, ctx: ProjectContext, flag: Flag): Promise<FlagDetails> {
  await authorizeFlagEdit(tx, ctx, flag)
  return describeFlag(tx, ctx, flag)
}

function refuseDeleted({ deleted }: Flag): void {
  if (!deleted) return
  const detail = 'This feature flag has been deleted. Restore it before generating a usage dashboard.'
  throw invalidInput([violation(null, 'invalid_input', detail)])
}

/** In one row on wide screens, in one column on narrow ones. */
const LOOKS: readonly { readonly color: string; readonly layouts: JsonObject }[] = [
  { color: 'blue', layouts: layouts(0, 0) },
  { color: 'green', layouts: layouts(6, 5) },
]

function layouts(x: number, narrowY: number): JsonObject {
  return {
    sm: { x, y: 0, w: 6, h: 5, minW: 3, minH: 5 },
    xs: { x: 0, y: narrowY, w: 1, h: 5, minW: 1, minH: 5 },
  }
}

async function insertUsageDashboard(tx: Transaction, ctx: ProjectContext, flag: Flag): Promise<Dashboard> {
  const draft = newDashboard(ctx, {
    ...usageDashboardTitle(flag.key),
    creationMode: 'template',
    filters: { date_from: '-30d' },
    tags: ['feature flags'],
  })
  const dashboard = await insertDashboard(tx, ctx, draft)
  for (const [index, content] of usageInsights(flag, ctx.project).entries()) {
    const insight = await insertInsight(tx, ctx, content)
    await placeTile(tx, dashboard, { kind: 'insight', insightId: insight.id }, LOOKS[index])
  }
  return dashboard
}
