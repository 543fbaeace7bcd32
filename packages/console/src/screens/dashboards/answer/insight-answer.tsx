import type { ChartMark } from '../../../parts/chart/chart.tsx'
import { answers } from '../../../text/answers.ts'
import { displayOf } from '../question/query-source.ts'
import './answer.css'
import { type Answer, countsGroups, countsUsers, itemsOf, reportOf, rowsOf } from './answer-items.ts'
import { BigNumber } from './big-number.tsx'
import { HealthRows } from './health-rows.tsx'
import { OverTime } from './over-time.tsx'
import { Shares } from './shares.tsx'

export interface AnswerProps {
  readonly insight: Answer
  /** The name of the chart for assistive technology: its heading is next to it. */
  readonly title: string
  /** Changes of flags. */
  readonly marks?: readonly ChartMark[]
  /** The height of a chart over time: pixels, or `fill` for the height of its container. */
  readonly height?: number | 'fill'
}

/** Shows the result of a query in the display of the query, or the reason why there is none. */
export function InsightAnswer(props: AnswerProps) {
  const { insight } = props
  if (insight.error) return <NoAnswer message={insight.error.message} />
  if (insight.result === null) return <NoAnswer message={answers.noQuestion} />
  return (
    <div class="insight-answer">
      <Shown {...props} />
      <Reservations insight={insight} />
    </div>
  )
}

function Shown(props: AnswerProps) {
  const { insight, title } = props
  if (insight.result?.length === 0) return <p class="quiet">{answers.nothing(reportOf(insight.query))}</p>
  if (reportOf(insight.query) !== undefined) return <HealthRows rows={rowsOf(insight)} title={title} />
  const display = displayOf(insight.query)
  if (display === 'BoldNumber') return <BigNumber answer={insight} />
  if (display === 'ActionsTable' || display === 'ActionsPie' || display === 'ActionsBarValue') {
    return <Shares answer={insight} title={title} barred={display !== 'ActionsTable'} />
  }
  return <OverTime {...props} />
}

function NoAnswer({ message }: { readonly message: string }) {
  return (
    <div class="stack tight">
      <p>{answers.cannot}</p>
      <p class="quiet small no-answer">{message}</p>
    </div>
  )
}

/** Shows the limits of the numbers. */
function Reservations({ insight }: { readonly insight: Answer }) {
  const { approximate, users_coverage: coverage } = insight
  const items = itemsOf(insight)
  const missing = coverage && !coverage.complete && countsUsers(items) ? coverage.sources_without_users : []
  if (!approximate && missing.length === 0) return null
  return (
    <p class="quiet small">
      {approximate && `${answers.approximate} `}
      {missing.length > 0 && (countsGroups(items) ? answers.withoutGroups : answers.withoutUsers)(missing)}
    </p>
  )
}
