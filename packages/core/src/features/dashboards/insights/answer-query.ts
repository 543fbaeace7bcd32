import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import type { FilterLayers } from '../../usage/query/filter-layers.ts'
import type { InsightResult } from '../../usage/query/insight-result.ts'
import { runInsightQuery } from '../../usage/query/run-insight-query.ts'

/** The result of a query. */
export interface InsightRun<Answer extends InsightResult = InsightResult> {
  readonly answer: Answer
  /** The current time: results are not cached. */
  readonly answeredAt: Timestamp
  /** The time zone of the project, which determines days and hours. */
  readonly timezone: string
}

/** Runs a query as of now. The calling operation checks the permissions. */
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
