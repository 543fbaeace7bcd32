import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import type { FilterLayers } from '../../usage/query/filter-layers.ts'
import type { InsightResult } from '../../usage/query/insight-result.ts'
import { runInsightQuery } from '../../usage/query/run-insight-query.ts'

/** What a query was answered. */
export interface InsightRun<Answer extends InsightResult = InsightResult> {
  readonly answer: Answer
  /** Now: nothing is kept for the next one who asks. */
  readonly answeredAt: Timestamp
  /** The project's time zone, which days and hours are of. */
  readonly timezone: string
}

/** Asks a query as of now. Whether the caller may ask is for the operation to say. */
export async function answerQuery(
  ctx: ProjectContext,
  query: JsonObject | null,
  filters: FilterLayers = {},
): Promise<InsightRun> {
  const now = ctx.clock()
  const options = { ...filters, now, retention: ctx.usageRetention }
  const answer = await ctx.store.read((tx) => runInsightQuery(tx, ctx.project, query, options))
  return { answer, answeredAt: timestampOf(now), timezone: ctx.project.timezone }
}
