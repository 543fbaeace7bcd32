import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Project } from '../../data/records/project.ts'
import type { Store } from '../../data/store.ts'
import type { FilterLayers } from '../../features/usage/query/filter-layers.ts'
import type { InsightAnswer, InsightResult } from '../../features/usage/query/insight-result.ts'
import { isUnsupported } from '../../features/usage/query/query-part.ts'
import { runInsightQuery } from '../../features/usage/query/run-insight-query.ts'
import type { TrendsItem } from '../../features/usage/query/trends-item.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { seedTenant } from '../seed-tenant.ts'
import { keepCalls, type TestCall } from './flag-call.ts'

/** A project with evaluations, at 08:15 of 20 November 2026 UTC. */
export interface UsageDesk {
  readonly store: Store
  readonly project: Project
  readonly now: number
  keep(...calls: readonly TestCall[]): Promise<void>
  ask(query: JsonObject | null, layers?: FilterLayers): Promise<InsightResult>
  /** Returns the result of a valid query. */
  answer(query: JsonObject, layers?: FilterLayers): Promise<InsightAnswer>
  items(query: JsonObject, layers?: FilterLayers): Promise<readonly TrendsItem[]>
}

export async function usageDesk({ timezone = 'UTC', store = memoryStore() } = {}): Promise<UsageDesk> {
  const now = Date.parse('2026-11-20T08:15:00Z')
  const seeded = await seedTenant(store)
  const project = { ...seeded.project, timezone }
  const ask = (query: JsonObject | null, layers: FilterLayers = {}) =>
    store.read((tx) => runInsightQuery(tx, project, query, { ...layers, now }))
  const answer = async (query: JsonObject, layers: FilterLayers = {}) => {
    const result = await ask(query, layers)
    if (isUnsupported(result)) throw new Error(result.error.message)
    return result
  }
  return {
    store,
    project,
    now,
    keep: (...calls) => store.write((tx) => keepCalls(tx, project, calls)),
    ask,
    answer,
    // Results of trends have items.
    items: async (query, layers) => (await answer(query, layers)).result as readonly TrendsItem[],
  }
}

const CALLED = { kind: 'EventsNode', event: '$feature_flag_called' } as const

/** Returns a query for evaluations of three days, with one series unless `fields` override it. */
export function trendsQuery(fields: JsonObject = {}): JsonObject {
  return { kind: 'TrendsQuery', series: [CALLED], dateRange: { date_from: '-2d' }, ...fields }
}

/** One series of distinct users. */
export const USERS = { series: [{ ...CALLED, math: 'dau' }] } as const

export const BY_VARIANT = { breakdownFilter: { breakdown: '$feature_flag_response', breakdown_type: 'event' } } as const

export function shownAs(display: string): JsonObject {
  return { trendsFilter: { display } }
}
