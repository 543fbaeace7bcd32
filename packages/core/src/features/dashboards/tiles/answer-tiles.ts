import type { ReadTransaction } from '../../../data/store.ts'
import type { Timestamp } from '../../../foundation/time/timestamp.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { timeSlice } from '../../../foundation/time/yield.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { answerBudget } from '../../usage/query/answer-budget.ts'
import type { InsightResult } from '../../usage/query/insight-result.ts'
import { runInsightQuery } from '../../usage/query/run-insight-query.ts'
import { UsageReads } from '../../usage/query/usage-reads.ts'
import type { DashboardDetails, DashboardOverrides, TileDetails } from '../dashboard-details.ts'

/** The results of the queries of several tiles, as of one time. */
export interface TileAnswers {
  readonly answeredAt: Timestamp
  /** The time zone of the project, which determines days and hours. */
  readonly timezone: string
  /** Results by tile id; tiles without an insight have none. */
  readonly results: ReadonlyMap<number, InsightResult>
}

/**
 * Runs the query of every tile that has one. All queries see the same state of the usage, and share the reads that they
 * have in common. A query that is not supported affects only its own tile (INSIGHT-1).
 */
export async function answerTiles(
  ctx: ProjectContext,
  dashboard: Pick<DashboardDetails, 'persistedFilters' | 'tiles'>,
  { filtersOverride }: DashboardOverrides = {},
): Promise<TileAnswers> {
  const now = ctx.clock()
  const asked = dashboard.tiles.filter(({ insight }) => insight !== null)
  const layers = { dashboardFilters: dashboard.persistedFilters, requestFilters: filtersOverride ?? null }
  const options = { ...layers, now, retention: ctx.usageRetention }
  const results = await ctx.store.read((tx) => answerEach(tx, ctx, asked, options))
  return { answeredAt: timestampOf(now), timezone: ctx.project.timezone, results }
}

async function answerEach(
  tx: ReadTransaction,
  { project }: ProjectContext,
  tiles: readonly TileDetails[],
  layers: Parameters<typeof runInsightQuery>[3],
): Promise<Map<number, InsightResult>> {
  const results = new Map<number, InsightResult>()
  const reads = new UsageReads(tx, project.id)
  const budget = answerBudget()
  const slice = timeSlice()
  for (const { id, insight, filtersOverrides: tileFilters } of tiles) {
    const options = { ...layers, tileFilters, reads, budget }
    results.set(id, await runInsightQuery(tx, project, insight?.query ?? null, options))
    await slice.yieldIfOver()
  }
  return results
}
