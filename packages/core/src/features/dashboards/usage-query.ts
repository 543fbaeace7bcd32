import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'

/** A usage query in short form; INSIGHT-1 lists the supported queries. */
export interface UsageQuestion {
  /** Each event, counted once per call (`total`) or once per user (`dau`). */
  readonly series: readonly { readonly event: string; readonly math: JsonObject }[]
  readonly display: string
  readonly dateFrom?: string
  readonly interval?: string
  /** The property by which to break down the results. */
  readonly breakdown?: string
  readonly filter?: { readonly key: string; readonly value: JsonValue }
  /** Whether to show the previous period too. */
  readonly compare?: boolean
}

export const TOTAL = { math: 'total' }
export const UNIQUE_USERS = { math: 'dau' }

/** Returns the query of an insight in the form that clients of this API draw. */
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

/** Returns a condition nested in two groups: clients create and expect this form. */
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
