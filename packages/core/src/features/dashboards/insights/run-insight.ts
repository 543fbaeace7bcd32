import type { Insight } from '../../../data/records/insight.ts'
import { type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import type { FilterLayers } from '../../usage/query/filter-layers.ts'
import type { InsightResult } from '../../usage/query/insight-result.ts'
import { runInsightQuery } from '../../usage/query/run-insight-query.ts'

/** What the query of an insight was answered. */
export interface InsightRun {
  readonly answer: InsightResult
  /** Now: nothing is kept for the next one who asks. */
  readonly answeredAt: Timestamp
  /** The project's time zone, which days and hours are of. */
  readonly timezone: string
}

/** Asks the query of an insight. One that cannot be answered has a null result and an error (INSIGHT-1). */
export async function runInsight(
  ctx: ProjectContext,
  { query }: Pick<Insight, 'query'>,
  filters: FilterLayers = {},
): Promise<InsightRun> {
  authorize(ctx.actor, 'insight:read')
  const now = ctx.clock()
  const options = { ...filters, now, retention: ctx.usageRetention }
  const answer = await ctx.store.read((tx) => runInsightQuery(tx, ctx.project, query, options))
  return { answer, answeredAt: timestampOf(now), timezone: ctx.project.timezone }
}
