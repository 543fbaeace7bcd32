import { momentText } from '../../../parts/chart/moment.ts'
import { whole } from '../../../parts/number.ts'
import { answers } from '../../../text/answers.ts'
import { displayOf } from '../question/query-source.ts'
import { type Answer, countsUsers, currentItems, type Item, itemsOf, measureOf } from './answer-items.ts'

/**
 * Returns "1,240 calls, peaking at 240 on Fri, 20 Nov". Users of several days are not added up: one user can be in
 * several.
 */
export function summaryOf(answer: Answer): string {
  const current = currentItems(itemsOf(answer))
  const { at, most } = highest(current)
  const day = current[0]?.days[at]
  if (most === 0 || day === undefined) return answers.nothing(undefined)
  const isAdded = !countsUsers(current) && displayOf(answer.query) !== 'ActionsLineGraphCumulative'
  const sum = current.reduce((total, { count }) => total + count, 0)
  const counted = answers.counted(measureOf(answer.query), current[0]?.action.math ?? 'total')
  return answers.summary(isAdded ? whole(sum) : undefined, counted, whole(most), momentText(day))
}

/**
 * Returns the moment with the highest value of all items together. For users it uses single items: a user can be in
 * several.
 */
function highest(items: readonly Item[]): { readonly at: number; readonly most: number } {
  const together = countsUsers(items) ? Math.max : (...values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  const values = (items[0]?.data ?? []).map((_, at) => together(...items.map(({ data }) => data[at] ?? 0)))
  const most = Math.max(0, ...values)
  return { at: values.indexOf(most), most }
}
