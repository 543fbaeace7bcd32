import type { Activity } from '../data/records/activity.ts'
import type { InsightRun } from '../features/dashboards/insights/answer-query.ts'
import { createInsight } from '../features/dashboards/insights/create-insight.ts'
import type { InsightDetails } from '../features/dashboards/insights/insight-details.ts'
import type { InsightInput } from '../features/dashboards/insights/insight-input.ts'
import { listInsightActivity } from '../features/dashboards/insights/list-insight-activity.ts'
import { type InsightListFilters, listInsights } from '../features/dashboards/insights/list-insights.ts'
import { listTrendingInsights } from '../features/dashboards/insights/list-trending-insights.ts'
import { retrieveInsight } from '../features/dashboards/insights/retrieve-insight.ts'
import { runInsight } from '../features/dashboards/insights/run-insight.ts'
import { updateInsight } from '../features/dashboards/insights/update-insight.ts'
import type { FilterLayers } from '../features/usage/query/filter-layers.ts'
import type { JsonObject } from '../foundation/json/json-value.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** The insights of one project: queries about usage, stored or run once. */
export interface EmbeddedInsights {
  /** Creates an insight, optionally on dashboards. */
  create(input: InsightInput): Promise<InsightDetails>
  /** Returns an insight by its id, or by the short id that links contain. */
  get(insightId: number | string): Promise<InsightDetails>
  /** Lists live insights, newest first by default. */
  list(filters?: InsightListFilters, page?: Partial<PageRequest>): Promise<Page<InsightDetails>>
  /** Lists the insights that were created or modified in the last days, 7 by default; the last modified first. */
  trending(days?: number, page?: Partial<PageRequest>): Promise<Page<InsightDetails>>
  /** Lists changes of one insight, or of all, newest first. */
  activity(insightId?: number | string, page?: Partial<PageRequest>): Promise<Page<Activity>>
  /** Updates the given fields of an insight. */
  update(insightId: number | string, input: InsightInput): Promise<InsightDetails>
  /** Soft-deletes an insight; `restore` restores it to its dashboards. */
  delete(insightId: number | string): Promise<InsightDetails>
  /** Restores a deleted insight. */
  restore(insightId: number | string): Promise<InsightDetails>
  /** Runs a query (INSIGHT-1) without storing it. Usage counted in the last seconds may be missing. */
  ask(query: JsonObject, filters?: FilterLayers): Promise<InsightRun>
}

const OPTIONS = {
  list: [
    fieldNames<InsightListFilters>({
      search: true,
      shortId: true,
      saved: true,
      favorited: true,
      tags: true,
      createdBy: true,
      user: true,
      dateFrom: true,
      dateTo: true,
      createdDateFrom: true,
      createdDateTo: true,
    }),
    PAGE_OPTIONS,
  ],
  trending: [null, PAGE_OPTIONS],
  activity: [null, PAGE_OPTIONS],
  ask: [null, fieldNames<FilterLayers>({ dashboardFilters: true, tileFilters: true, requestFilters: true })],
} satisfies Parameters<typeof withKnownOptions<EmbeddedInsights>>[2]

/** Binds the insight operations to a project. */
export function embeddedInsights(ctx: ProjectContext): EmbeddedInsights {
  const methods: EmbeddedInsights = {
    create: (input) => createInsight(ctx, input),
    get: (insightId) => retrieveInsight(ctx, insightId),
    list: (filters = {}, page) => listInsights(ctx, filters, pageRequest(page)),
    trending: (days, page) => listTrendingInsights(ctx, days, pageRequest(page)),
    activity: (insightId, page) => listInsightActivity(ctx, pageRequest(page), insightId),
    update: (insightId, input) => updateInsight(ctx, insightId, input),
    delete: (insightId) => updateInsight(ctx, insightId, { deleted: true }),
    restore: (insightId) => updateInsight(ctx, insightId, { deleted: false }),
    ask: (query, filters) => runInsight(ctx, { query }, filters),
  }
  return withKnownOptions('insights', methods, OPTIONS)
}
