import type { Insight } from '../../../data/records/insight.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import type { FilterLayers } from '../../usage/query/filter-layers.ts'
import { answerQuery, type InsightRun } from './answer-query.ts'

/** Runs the query of an insight. A query that is not supported has a null result and an error (INSIGHT-1). */
export async function runInsight(
  ctx: ProjectContext,
  { query }: Pick<Insight, 'query'>,
  filters?: FilterLayers,
): Promise<InsightRun> {
  authorize(ctx.actor, 'insight:read')
  return answerQuery(ctx, query, filters)
}
