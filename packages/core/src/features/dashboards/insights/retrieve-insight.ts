import type { Insight } from '../../../data/records/insight.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeInsight, type InsightDetails } from './insight-details.ts'

/** Returns one live insight, by its id or, as text, by the short id in links. */
export async function retrieveInsight(ctx: ProjectContext, insightId: number | string): Promise<InsightDetails> {
  authorize(ctx.actor, 'insight:read')
  return ctx.store.read(async (tx) => {
    const insight = await findInsight(tx, ctx, insightId)
    if (!insight || insight.deleted) throw recordNotFound('Insight', insightId, ctx)
    return describeInsight(tx, ctx, insight)
  })
}

/** Returns the insight, deleted or not. */
export async function findInsight(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  insightId: number | string,
): Promise<Insight | undefined> {
  if (typeof insightId === 'string') return tx.insights.findByShortId(ctx.project.id, insightId)
  if (!Number.isSafeInteger(insightId)) return undefined
  const [insight] = await tx.insights.findMany(ctx.project.id, [insightId])
  return insight
}
