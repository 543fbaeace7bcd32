import { Chart, type Series } from '../../../parts/chart/chart.tsx'
import { answers } from '../../../text/answers.ts'
import { chartText } from '../../../text/chart.ts'
import { displayOf } from '../question/query-source.ts'
import {
  type Answer,
  breakdownOf,
  countsUsers,
  currentItems,
  flagOf,
  type Item,
  itemLabel,
  itemsOf,
} from './answer-items.ts'
import type { AnswerProps } from './insight-answer.tsx'
import { momentsOf } from './moments-of.ts'
import { plottedItems } from './series-identity.ts'
import { summaryOf } from './summary.ts'
import { useItemColours } from './use-series-colours.ts'

/** Shows values over time, as lines or bars. */
export function OverTime({ insight, title, marks, height }: AnswerProps) {
  const items = itemsOf(insight)
  const shown = plottedItems(insight)
  const display = displayOf(insight.query)
  const left = currentItems(items).length - currentItems(shown).length
  const colours = useItemColours(shown, insight)
  const series = shown.map((item, index) => seriesOf(item, insight, colours[index] ?? 0))
  // Users of several series are never added, so their previous period cannot be one line over stacked bars.
  const isSeparate = countsUsers(items) && currentItems(shown).length > 1 && shown.length > currentItems(shown).length
  const isBar = display === 'ActionsBar' && !isSeparate
  return (
    <Chart
      hideTitle
      title={title}
      summary={left > 0 ? answers.withMore(summaryOf(insight), left, breakdownOf(insight.query)) : summaryOf(insight)}
      moments={momentsOf(insight)}
      series={isBar ? withOnePrevious(series) : series}
      kind={isBar ? 'bar' : 'line'}
      summed={display !== 'ActionsLineGraphCumulative' && !countsUsers(items)}
      {...(marks && { marks })}
      {...(height && { height })}
    />
  )
}

function seriesOf(item: Item, { query }: Answer, colour: number): Series {
  const flag = flagOf(item, query)
  return {
    label: itemLabel(item, query),
    values: item.data,
    colour,
    ...(flag !== undefined && { flag }),
    ...(item.breakdown_value !== undefined && { isValue: true }),
    ...(item.compare_label === 'previous' && { isPrevious: true }),
  }
}

/** Bars are stacked, so the previous period is one line: the height of all previous bars together. */
function withOnePrevious(series: readonly Series[]): readonly Series[] {
  const previous = series.filter(({ isPrevious }) => isPrevious)
  const [first, ...others] = previous
  if (first === undefined || others.length === 0) return series
  const length = Math.max(...previous.map(({ values }) => values.length))
  const values = Array.from({ length }, (_, at) => previous.reduce((sum, each) => sum + (each.values[at] ?? 0), 0))
  const { colour = 0 } = first
  return [
    ...series.filter(({ isPrevious }) => !isPrevious),
    { label: chartText.previous, values, colour, isPrevious: true },
  ]
}
