import type { JsonValue } from '@flagdeck/core'
import { expect } from 'vitest'
import { ask, FLAGS, type Installation, type Instance } from '../../../../packages/server/test/support/instances.ts'
import type { CallCount, Measure } from './call-tally.ts'

/** Returns the counted usage of a flag. */
export async function usageOf(
  instance: Instance,
  { personalApiKey: key }: Installation,
  flagId: number,
  measure: Measure,
): Promise<CallCount> {
  const { body, text } = await ask(instance, `${FLAGS}${flagId}/usage/?date_from=-1d&measure=${measure}`, { key })
  // The form of the response; see docs/openapi.json.
  const { totals, by_variant } = body as unknown as UsageAnswer
  expect(totals, text).toBeDefined()
  const byVariant = by_variant.filter((each) => each[measure] > 0).map((each) => [each.variant, each[measure]])
  return { count: totals[measure], users: totals.users, byVariant: Object.fromEntries(byVariant) }
}

interface UsageAnswer {
  readonly totals: Readonly<Record<Measure, number>> & { readonly users: number }
  readonly by_variant: readonly (Readonly<Record<Measure, number>> & { readonly variant: string })[]
}

const DASHBOARDS = '/api/projects/@current/dashboards/'

/** Returns the results of the tiles of a dashboard, by the names of the insights and the keys of the flags. */
export async function tilesOf(
  instance: Instance,
  { personalApiKey: key }: Installation,
): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
  const { body: dashboard } = await ask(instance, DASHBOARDS, { key, body: { name: 'calls' } })
  for (const measure of ['exposures', 'evaluations'] as const) {
    for (const math of ['total', 'dau'] as const) {
      const insight = { name: `${measure} ${math}`, dashboards: [Number(dashboard.id)], query: query(measure, math) }
      const made = await ask(instance, '/api/projects/@current/insights/', { key, body: insight })
      expect(made, made.text).toMatchObject({ status: 201 })
    }
  }
  const { body } = await ask(instance, `${DASHBOARDS}${dashboard.id}/`, { key })
  // The form of the response; see docs/openapi.json.
  const { tiles } = body as unknown as DashboardAnswer
  return Object.fromEntries(tiles.map(({ insight: { name, result } }) => [name, byFlag(result)]))
}

function query(measure: Measure, math: 'total' | 'dau'): JsonValue {
  return {
    kind: 'TrendsQuery',
    dateRange: { date_from: '-1d' },
    series: [{ kind: 'EventsNode', event: '$feature_flag_called', math }],
    breakdownFilter: { breakdown: '$feature_flag', breakdown_type: 'event' },
    trendsFilter: { display: 'ActionsBarValue' },
    measure,
  }
}

interface DashboardAnswer {
  readonly tiles: readonly { readonly insight: { readonly name: string; readonly result: readonly TrendsItem[] } }[]
}

interface TrendsItem {
  readonly breakdown_value: string
  readonly aggregated_value: number
}

function byFlag(items: readonly TrendsItem[]): Readonly<Record<string, number>> {
  return Object.fromEntries(items.map((item) => [item.breakdown_value, item.aggregated_value]))
}
