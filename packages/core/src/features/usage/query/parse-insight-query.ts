import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { type FlagHealthQuery, HEALTH_REPORTS } from './flag-health-query.ts'
import { parseTrendsQuery } from './parse-trends-query.ts'
import { orUnsupported, type QueryPart, requireKnownKeys, type Unsupported, under, unsupported } from './query-part.ts'
import type { TrendsQuery } from './trends-query.ts'

export type AnswerableQuery = TrendsQuery | FlagHealthQuery

/**
 * Parses the query of an insight, or returns why it is unsupported (INSIGHT-1). Dates are parsed when the query runs.
 */
export function parseInsightQuery(query: JsonObject): AnswerableQuery | Unsupported {
  return orUnsupported(() => parseNode({ value: query, place: '' }))
}

function parseNode(query: QueryPart): AnswerableQuery {
  const kind = under(query, 'kind')
  if (kind.value === 'InsightVizNode') return parseSource(under(query, 'source'))
  return parseSource(query)
}

function parseSource(query: QueryPart): AnswerableQuery {
  const kind = under(query, 'kind')
  switch (kind.value) {
    case 'TrendsQuery':
      return parseTrendsQuery(query)
    case 'FlagHealthQuery':
      return parseHealthQuery(query)
    default:
      throw unsupported(kind, 'use TrendsQuery or FlagHealthQuery, alone or in an InsightVizNode.')
  }
}

function parseHealthQuery(query: QueryPart): FlagHealthQuery {
  requireKnownKeys(query, ['kind', 'report'])
  const report = under(query, 'report')
  const found = HEALTH_REPORTS.find((word) => word === report.value)
  if (!found) throw unsupported(report, `use one of ${HEALTH_REPORTS.join(', ')}.`)
  return { kind: 'FlagHealthQuery', report: found }
}
