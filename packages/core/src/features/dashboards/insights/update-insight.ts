import type { Insight } from '../../../data/records/insight.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { refuseOverfull } from '../tiles/refuse-overfull.ts'
import { describeInsight, type InsightDetails } from './insight-details.ts'
import { checkInsight, type InsightInput } from './insight-input.ts'
import { placeInsight } from './place-insight.ts'
import { findInsight } from './retrieve-insight.ts'
import { saveInsight } from './save-insight.ts'

/**
 * Changes an insight; missing fields stay unchanged. A deleted insight is on no dashboard. `deleted: false` restores it
 * on its previous dashboards.
 */
export async function updateInsight(
  ctx: ProjectContext,
  insightId: number | string,
  input: InsightInput,
): Promise<InsightDetails> {
  authorize(ctx.actor, 'insight:write')
  const { fields, dashboardIds } = checkInsight(input)
  return writeStore(ctx, async (tx) => {
    const access = await authorizeMember(tx, ctx)
    // Insights have no separate lock: transactions that change them lock the project, always before any dashboard.
    await tx.projects.lock(ctx.project.id)
    const before = await findInsight(tx, ctx, insightId)
    if (!before || (before.deleted && fields.deleted !== false)) throw recordNotFound('Insight', insightId, ctx)
    const details = await describeInsight(tx, ctx, before, access)
    if (!details.canEdit) throw permissionDenied("You don't have edit permissions for this insight.")
    const shown = { before: details.dashboardIds, after: dashboardIds ?? details.dashboardIds }
    await placeInsight(tx, ctx, access, before.id, shown)
    const next: Insight = { ...before, ...fields, ...(fields.deleted === undefined ? {} : { deletionId: null }) }
    const saved = await saveInsight(tx, ctx, before, next, shown)
    if (before.deleted && !saved.deleted) await refuseOverfull(tx, ctx, saved.id)
    return describeInsight(tx, ctx, saved, access)
  })
}
