import { type Fields, fieldsOf, type Query, sourceOf } from './query-source.ts'
import { isReport, type Question } from './question.ts'

const CALLED = '$feature_flag_called'

/**
 * Returns the query of a chart.
 * @param before the query that is changed: display options that the form does not have stay unchanged
 */
export function toQuery(question: Question, before?: unknown): Query {
  if (isReport(question.about)) return { kind: 'FlagHealthQuery', report: question.about }
  const { trendsFilter, ...kept } = keptOf(before)
  const source: Fields = {
    ...kept,
    kind: 'TrendsQuery',
    measure: question.measure,
    series: [{ kind: 'EventsNode', event: CALLED, name: CALLED, math: question.about }],
    interval: question.interval,
    dateRange: { date_from: question.from },
    ...conditionsOf(question),
    ...(question.breakdown !== 'nothing' && {
      breakdownFilter: { breakdown: question.breakdown, breakdown_type: 'event' },
    }),
    ...(question.compare && { compareFilter: { compare: true } }),
    trendsFilter: { ...fieldsOf(trendsFilter), display: question.display },
  }
  return { kind: 'InsightVizNode', source: source as Query } // built from the fields of a query or the form
}

/** Returns the old options except those that the form defines. */
function keptOf(before: unknown): Fields {
  const { properties: _, breakdownFilter: __, compareFilter: ___, kind, ...kept } = sourceOf(before)
  return kind === 'TrendsQuery' ? kept : {}
}

function conditionsOf({ flags, responses, sdks, place }: Question): Fields {
  const values = [
    ...conditionOn('$feature_flag', flags),
    ...conditionOn('$feature_flag_response', responses),
    ...conditionOn('$lib', sdks),
    ...(place === 'anywhere' ? [] : conditionOn('locally_evaluated', [place === 'application'])),
  ]
  return values.length === 0 ? {} : { properties: { type: 'AND', values: [{ type: 'AND', values }] } }
}

function conditionOn(key: string, values: readonly (string | boolean)[]): readonly Fields[] {
  return values.length === 0 ? [] : [{ key, type: 'event', value: values, operator: 'exact' }]
}
