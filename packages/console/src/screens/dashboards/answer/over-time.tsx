import { Chart } from '../../../parts/chart/chart.tsx'
import { momentText } from '../../../parts/chart/moment.ts'
import { whole } from '../../../parts/number.ts'
import { answers } from '../../../text/answers.ts'
import { displayOf } from '../question/query-source.ts'
import { type Answer, countsUsers, type Item, itemLabel, itemsOf, measureOf } from './answer-items.ts'
import type { AnswerProps } from './insight-answer.tsx'
import { momentsOf } from './moments-of.ts'

const MOST_SERIES = 8

/** Numbers step by step, as lines or bars. */
export function OverTime({ insight, title, marks, height }: AnswerProps) {
  const items = itemsOf(insight)
  const shown = items.slice(0, MOST_SERIES)
  const display = displayOf(insight.query)
  return (
    <>
      <Chart
        hideTitle
        title={title}
        summary={summaryOf(insight)}
        moments={momentsOf(insight)}
        series={shown.map((item) => ({ label: itemLabel(item, insight.query), values: item.data }))}
        kind={display === 'ActionsBar' ? 'bar' : 'line'}
        summed={display !== 'ActionsLineGraphCumulative' && !countsUsers(items)}
        {...(marks && { marks })}
        {...(height && { height })}
      />
      {items.length > shown.length && <p class="quiet small">{answers.notDrawn(items.length - shown.length)}</p>}
    </>
  )
}

/** "1,240 calls; the most, 240, on Fri, 20 Nov." Users of several days are not added: somebody may be among them twice. */
export function summaryOf(answer: Answer): string {
  const current = itemsOf(answer).filter(({ compare_label }) => compare_label !== 'previous')
  const { at, most } = highest(current)
  const day = current[0]?.days[at]
  if (most === 0 || day === undefined) return answers.nothing(undefined)
  const isAdded = !countsUsers(current) && displayOf(answer.query) !== 'ActionsLineGraphCumulative'
  const sum = current.reduce((total, { count }) => total + count, 0)
  const counted = answers.counted(measureOf(answer.query), current[0]?.action.math ?? 'total')
  return answers.summary(isAdded ? whole(sum) : undefined, counted, whole(most), momentText(day))
}

function highest(items: readonly Item[]): { readonly at: number; readonly most: number } {
  const sums = (items[0]?.data ?? []).map((_, at) => items.reduce((sum, { data }) => sum + (data[at] ?? 0), 0))
  const most = Math.max(0, ...sums)
  return { at: sums.indexOf(most), most }
}
