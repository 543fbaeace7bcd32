import { USAGE_MEASURES } from '../../../data/records/usage.ts'
import { parseBreakdown } from './parse-breakdown.ts'
import { parseComparison } from './parse-comparison.ts'
import { parseConditions } from './parse-conditions.ts'
import { parseSeries } from './parse-series.ts'
import { choice, isMissing, optionalText, type QueryPart, requireKnownKeys, under, unsupported } from './query-part.ts'
import { type DateRange, DISPLAYS, type Display, INTERVALS, type TrendsQuery } from './trends-query.ts'

/** The valid keys of a query. The last ones do not affect numbers, because all calls are counted here. */
const QUERY_KEYS = [
  'kind',
  'measure',
  'interval',
  'dateRange',
  'series',
  'properties',
  'breakdownFilter',
  'trendsFilter',
  'compareFilter',
  'filterTestAccounts',
  'samplingFactor',
  'modifiers',
  'tags',
  'version',
  'response',
  'dataColorTheme',
]

/** Options of `trendsFilter` that change numbers; all others affect the display (INSIGHT-2). */
const CALCULATIONS = ['formula', 'formulas', 'formulaNodes', 'smoothingIntervals']

export function parseTrendsQuery(query: QueryPart): TrendsQuery {
  requireKnownKeys(query, QUERY_KEYS)
  return {
    kind: 'TrendsQuery',
    measure: choice(under(query, 'measure'), USAGE_MEASURES, 'exposures'),
    interval: choice(under(query, 'interval'), INTERVALS, 'day'),
    dateRange: parseDateRange(under(query, 'dateRange')),
    series: parseSeries(under(query, 'series')),
    conditions: parseConditions(under(query, 'properties')),
    breakdown: parseBreakdown(under(query, 'breakdownFilter')),
    display: parseDisplay(under(query, 'trendsFilter')),
    comparison: parseComparison(under(query, 'compareFilter')),
  }
}

function parseDateRange(range: QueryPart): DateRange {
  if (isMissing(range)) return { dateFrom: null, dateTo: null }
  requireKnownKeys(range, ['date_from', 'date_to', 'explicitDate'])
  return { dateFrom: optionalText(under(range, 'date_from')), dateTo: optionalText(under(range, 'date_to')) }
}

function parseDisplay(filter: QueryPart): Display {
  for (const key of CALCULATIONS) refuseCalculation(under(filter, key))
  return choice(under(filter, 'display'), DISPLAYS, 'ActionsLineGraph')
}

function refuseCalculation(part: QueryPart): void {
  const isOff = part.value === 1 || part.value === '' || (Array.isArray(part.value) && part.value.length === 0)
  if (!isMissing(part) && !isOff) throw unsupported(part, 'remove it, because calculations are not supported.')
}
