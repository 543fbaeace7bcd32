import { displayOf } from '../question/query-source.ts'
import { type Answer, reportOf } from './answer-items.ts'

/** Whether a result is drawn over time. Its chart fills any height; all others are as tall as their content. */
export function isOverTime({ query, result, error }: Answer): boolean {
  if (error || !result || result.length === 0 || reportOf(query) !== undefined) return false
  return ['ActionsLineGraph', 'ActionsBar', 'ActionsLineGraphCumulative'].includes(displayOf(query))
}
