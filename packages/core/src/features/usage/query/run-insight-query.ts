import type { Project } from '../../../data/records/project.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import {
  DEFAULT_USAGE_RETENTION,
  retentionStarts,
  type UsageRetention,
} from '../../../runtime/usage/usage-retention.ts'
import { type AnswerBudget, answerBudget } from './answer-budget.ts'
import { type FilterLayers, withFilters } from './filter-layers.ts'
import { flagHealth } from './flag-health.ts'
import type { HealthReport } from './flag-health-query.ts'
import type { InsightAnswer, InsightResult } from './insight-result.ts'
import { parseInsightQuery } from './parse-insight-query.ts'
import { asUnsupported, isUnsupported, UnsupportedQuery } from './query-part.ts'
import { runTrendsQuery } from './run-trends-query.ts'
import { UsageReads } from './usage-reads.ts'

export interface InsightQueryOptions extends FilterLayers {
  /** Milliseconds since 1970. */
  readonly now: number
  /** How long usage is stored; the default when missing. */
  readonly retention?: UsageRetention
  /** The reads of the same transaction and project. Data for several queries is read once. */
  readonly reads?: UsageReads
  /** The common limit for the results of several queries. Queries beyond it get an error. */
  readonly budget?: AnswerBudget
}

/**
 * Runs the query of an insight, or returns why it is unsupported (INSIGHT-1).
 *
 * @example
 * const reads = new UsageReads(tx, project.id)
 * for (const insight of insights) await runInsightQuery(tx, project, insight.query, { reads, dashboardFilters, now })
 */
export async function runInsightQuery(
  tx: ReadTransaction,
  project: Project,
  query: JsonObject | null,
  options: InsightQueryOptions,
): Promise<InsightResult> {
  try {
    return await answer(tx, project, query, options)
  } catch (error) {
    return asUnsupported(error)
  }
}

async function answer(
  tx: ReadTransaction,
  project: Project,
  query: JsonObject | null,
  options: InsightQueryOptions,
): Promise<InsightResult> {
  if (!query) throw new UnsupportedQuery('The insight has no query.')
  const asked = parseInsightQuery(query)
  if (isUnsupported(asked)) return asked
  if (asked.kind === 'FlagHealthQuery') return healthAnswer(tx, project, asked.report, options.now)
  const reads = options.reads ?? new UsageReads(tx, project.id)
  const { now, retention = DEFAULT_USAGE_RETENTION } = options
  const clock = { now, zone: project.timezone, keptSince: retentionStarts(retention, now) }
  return runTrendsQuery(reads, withFilters(asked, options), clock, options.budget ?? answerBudget())
}

async function healthAnswer(
  tx: ReadTransaction,
  project: Project,
  report: HealthReport,
  now: number,
): Promise<InsightAnswer> {
  const result = await flagHealth(tx, project, report, now)
  return { result, resolvedDateRange: null, interval: null, approximate: false, usersCoverage: null }
}
