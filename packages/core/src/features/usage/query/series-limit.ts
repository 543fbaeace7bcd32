import { isJsonObject, type JsonObject } from '../../../foundation/json/json-value.ts'

/** Each is measured for itself (INSIGHT-9). */
const MAX_SERIES = 25

export const TOO_MANY_SERIES = `A TrendsQuery can have at most ${MAX_SERIES} series.`

export function hasTooMany(series: readonly unknown[]): boolean {
  return series.length > MAX_SERIES
}

/** Whether a query may be kept. One of a kind that is never answered costs nothing. */
export function fitsSeries(query: JsonObject): boolean {
  const { kind, source } = query
  const asked = kind === 'InsightVizNode' && isJsonObject(source) ? source : query
  return asked.kind !== 'TrendsQuery' || !Array.isArray(asked.series) || !hasTooMany(asked.series)
}
