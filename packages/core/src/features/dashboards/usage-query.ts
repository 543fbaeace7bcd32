import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'

/** What a chart of usage asks; INSIGHT-1 says what can be answered. */
export interface UsageQuestion {
  /** Each event asked about, counted once (`total`) or once for everybody (`dau`). */
  readonly series: readonly { readonly event: string; readonly math: JsonObject }[]
  readonly display: string
  readonly dateFrom?: string
  readonly interval?: string
  /** What to keep apart. */
  readonly breakdown?: string
  readonly filter?: { readonly key: string; readonly value: JsonValue }
  /** Shows the time before beside it. */
  readonly compare?: boolean
}

export const TOTAL = { math: 'total' }
export const UNIQUE_USERS = { math: 'dau' }

/** The query of an insight, as clients of this API draw it. */
export function usageQuery(question: UsageQuestion): JsonObject {
  const { series, display, dateFrom = '-30d', interval = 'day', breakdown, filter, compare } = question
  return {
    kind: 'InsightVizNode',
    source: {
      kind: 'TrendsQuery',
      series: series.map(({ event, math }) => ({ kind: 'EventsNode', event, name: event, ...math })),
      interval,
      dateRange: { date_from: dateFrom, explicitDate: false },
      filterTestAccounts: false,
      ...(filter ? { properties: onlyWhere(filter) } : {}),
      ...(breakdown ? { breakdownFilter: { breakdown, breakdown_type: 'event' } } : {}),
      ...(compare ? { compareFilter: { compare: true } } : {}),
      trendsFilter: trendsFilter(display),
    },
  }
}

/** Clients nest one condition in two groups, and expect to find it so. */
export function onlyWhere({ key, value }: { readonly key: string; readonly value: JsonValue }): JsonObject {
  const condition = { key, type: 'event', value, operator: 'exact' }
  return { type: 'AND', values: [{ type: 'AND', values: [condition] }] }
}

function trendsFilter(display: string): JsonObject {
  return {
    display,
    showLegend: false,
    yAxisScaleType: 'linear',
    showValuesOnSeries: false,
    smoothingIntervals: 1,
    showPercentStackView: false,
    aggregationAxisFormat: 'numeric',
    showAlertThresholdLines: false,
  }
}
