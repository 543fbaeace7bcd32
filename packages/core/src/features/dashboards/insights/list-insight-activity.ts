import type { Activity } from '../../../data/records/activity.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { authorizeAny } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { toldActivity } from '../../../runtime/history/told-activity.ts'
import { findInsight } from './retrieve-insight.ts'

/**
 * Lists the activity of one insight, deleted or not. Without `insightId`, lists that of all insights; newest first
 * (ACT-20).
 */
export async function listInsightActivity(
  ctx: ProjectContext,
  page: PageRequest,
  insightId?: number | string,
): Promise<Page<Activity>> {
  authorizeAny(ctx.actor, ['insight:read', 'activity_log:read'])
  return ctx.store.read(async (tx) => {
    const insight = insightId === undefined ? undefined : await findInsight(tx, ctx, insightId)
    if (insightId !== undefined && !insight) throw recordNotFound('Insight', insightId, ctx)
    const query = { scope: 'Insight', ...(insight && { itemId: String(insight.id) }) } as const
    return toldActivity(tx, ctx.project.id, query, await tx.activity.list(ctx.project.id, query, page))
  })
}
