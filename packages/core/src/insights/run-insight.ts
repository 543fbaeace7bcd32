import { authorize } from '../access/authorize.ts'
import type { ProjectContext } from '../context.ts'
import { notFound } from '../errors/domain-error.ts'
import type { Timestamp } from '../time/timestamp.ts'
import { timestampOf } from '../time/timestamp.ts'
import type { Insight } from './insight.ts'
import type { FilterLayers } from './query/filter-layers.ts'
import type { InsightResult } from './query/insight-result.ts'
import { runInsightQuery } from './query/run-insight-query.ts'

/** An insight with what its query was answered. */
export type RunInsight = InsightResult & {
  readonly insight: Insight
  /** When it was answered: now, as nothing is kept. */
  readonly lastRefresh: Timestamp
  /** The project's time zone, which days and hours are of. */
  readonly timezone: string
}

/** Answers the query of a live insight. A query that cannot be answered has a null result and an error (INSIGHT-1). */
export async function runInsight(
  ctx: ProjectContext,
  insightId: number,
  filters: FilterLayers = {},
): Promise<RunInsight> {
  authorize(ctx.actor, 'insight:read')
  const now = ctx.clock()
  return ctx.store.read(async (tx) => {
    const [insight] = await tx.insights.findMany(ctx.project.id, [insightId])
    if (!insight || insight.deleted) throw notFound()
    const answer = await runInsightQuery(tx, ctx.project, insight.query, { ...filters, now })
    return { ...answer, insight, lastRefresh: timestampOf(now), timezone: ctx.project.timezone }
  })
}
