import { isJsonObject, type JsonObject } from '../../../foundation/json/json-value.ts'

/** The maximum number of series, because each is measured separately (INSIGHT-9). */
const MAX_SERIES = 25

export const TOO_MANY_SERIES = `A TrendsQuery can have at most ${MAX_SERIES} series.`

export function hasTooMany(series: readonly unknown[]): boolean {
  return series.length > MAX_SERIES
}

/** Whether a query has few enough series to be stored. Other kinds of queries are never run, so they have no limit. */
export function fitsSeries(query: JsonObject): boolean {
  const { kind, source } = query
  const asked = kind === 'InsightVizNode' && isJsonObject(source) ? source : query
  return asked.kind !== 'TrendsQuery' || !Array.isArray(asked.series) || !hasTooMany(asked.series)
}
