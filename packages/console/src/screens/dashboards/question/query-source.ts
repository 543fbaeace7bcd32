import type { Output } from '../../../api/call.ts'

/** The query of an insight: a JSON object. */
export type Query = NonNullable<Output<'createInsight'>['query']>

/** A JSON object whose fields are read one by one. */
export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** What a query asks, without what only says that it is drawn. */
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

/** How the answer is to be shown; lines unless the query says something that is known. */
export function displayOf(query: unknown): Display {
  const { display } = fieldsOf(sourceOf(query).trendsFilter)
  return DISPLAYS.find((each) => each === display) ?? 'ActionsLineGraph'
}
