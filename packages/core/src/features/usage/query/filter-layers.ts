import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { parseBreakdown } from './parse-breakdown.ts'
import { parseComparison } from './parse-comparison.ts'
import { parseConditions } from './parse-conditions.ts'
import { choice, isMissing, optionalText, type QueryPart, under } from './query-part.ts'
import { type DateRange, INTERVALS, type TrendsQuery } from './trends-query.ts'

/** Filters that are merged into a query in this order; later ones replace earlier ones (INSIGHT-30). */
export interface FilterLayers {
  readonly dashboardFilters?: JsonObject | null
  /** The `filters_overrides` of a tile. */
  readonly tileFilters?: JsonObject | null
  /** The `filters_override` of a request. */
  readonly requestFilters?: JsonObject | null
}

/** Returns the query with the filters of its dashboard; the stored query does not change. */
export function withFilters(query: TrendsQuery, layers: FilterLayers): TrendsQuery {
  const parts: readonly QueryPart[] = [
    { value: layers.dashboardFilters, place: 'filters' },
    { value: layers.tileFilters, place: 'filters_overrides' },
    { value: layers.requestFilters, place: 'filters_override' },
  ]
  return parts.reduce(withLayer, query)
}

function withLayer(query: TrendsQuery, filters: QueryPart): TrendsQuery {
  const breakdown = under(filters, 'breakdown_filter')
  const comparison = under(filters, 'compare_filter')
  return {
    ...query,
    interval: choice(under(filters, 'interval'), INTERVALS, query.interval),
    dateRange: dateRangeIn(filters) ?? query.dateRange,
    conditions: [...query.conditions, ...parseConditions(under(filters, 'properties'))],
    breakdown: isMissing(breakdown) ? query.breakdown : parseBreakdown(breakdown),
    comparison: isMissing(comparison) ? query.comparison : parseComparison(comparison),
  }
}

/** Returns both ends together: a new start with an old end would be an unintended range. */
function dateRangeIn(filters: QueryPart): DateRange | undefined {
  const dateFrom = optionalText(under(filters, 'date_from')) || null
  const dateTo = optionalText(under(filters, 'date_to')) || null
  return dateFrom === null && dateTo === null ? undefined : { dateFrom, dateTo }
}
