import { displayOf } from '../question/query-source.ts'
import {
  type Answer,
  breakdownOf,
  currentItems,
  flagsOf,
  type Item,
  itemsOf,
  measureOf,
  reportOf,
  seriesLabel,
} from './answer-items.ts'

/** The maximum number of series in a chart over time. */
const MOST_SERIES = 8

/**
 * Returns what a series counts: a flag, a value, an SDK, or a metric. Equal identities have the same colour on all
 * tiles of a dashboard (CONSOLE-302), whatever the chart and the period.
 */
export function identityOf(item: Item, query: unknown): string {
  const value = [item.breakdown_value].flat()[0]
  const metric = item.action.math === 'total' ? measureOf(query) : item.action.math
  if (value !== undefined) return `${breakdownOf(query)}:${value}`
  const [flag, ...others] = flagsOf(query)
  if (flag !== undefined && others.length === 0 && item.action.math === 'total') return `$feature_flag:${flag}`
  return `${metric}:${item.action.custom_name === null ? '' : seriesLabel(item, query)}`
}

/** The identities that one chart shows together, and whether they overlap, as lines and bars of one plot do. */
export interface ShownTogether {
  readonly identities: readonly string[]
  readonly isPlot: boolean
}

/** Returns the identities of the series that a chart shows in colours. */
export function shownTogether(answer: Answer): ShownTogether {
  const display = displayOf(answer.query)
  const isPlot = display.startsWith('ActionsLineGraph') || display === 'ActionsBar'
  if (reportOf(answer.query) !== undefined || display === 'BoldNumber' || display === 'ActionsTable') {
    return { identities: [], isPlot }
  }
  const items = isPlot ? plottedItems(answer) : itemsOf(answer)
  return { identities: [...new Set(items.map((item) => identityOf(item, answer.query)))], isPlot }
}

/** Returns the largest series of a plot, with the previous period of each. */
export function plottedItems(answer: Answer): readonly Item[] {
  const items = itemsOf(answer)
  const current = currentItems(items).slice(0, MOST_SERIES)
  const shown = new Set(current.map((item) => identityOf(item, answer.query)))
  const previous = items.filter(({ compare_label }) => compare_label === 'previous')
  return [...current, ...previous.filter((item) => shown.has(identityOf(item, answer.query)))]
}
