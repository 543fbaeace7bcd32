import type { Output } from '../../../api/call.ts'

/** The query of a chart: a JSON object. */
export type Query = NonNullable<Output<'createInsight'>['query']>

/** A JSON object whose fields are checked one by one. */
export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** Returns the query without the wrapper that only defines its display. */
export function sourceOf(query: unknown): Fields {
  const { kind, source } = fieldsOf(query)
  return kind === 'InsightVizNode' ? fieldsOf(source) : fieldsOf(query)
}

export const DISPLAYS = [
  'ActionsLineGraph',
  'ActionsBar',
  'ActionsLineGraphCumulative',
  'ActionsTable',
  'ActionsPie',
  'ActionsBarValue',
  'BoldNumber',
] as const
export type Display = (typeof DISPLAYS)[number]

/** Returns the display of a query; lines if the query has no known display. */
export function displayOf(query: unknown): Display {
  const { display } = fieldsOf(sourceOf(query).trendsFilter)
  return DISPLAYS.find((each) => each === display) ?? 'ActionsLineGraph'
}
