import { sourceOf } from '../question/query-source.ts'
import { type Answer, itemsOf } from './answer-items.ts'

const MOST_MOMENTS = 10_000
/** The length of `2026-11-20`. */
const DAY_LENGTH = 10

/**
 * Returns the moments of the requested period. A longer previous period, such as a whole month compared with an
 * unfinished one, continues beyond them.
 */
export function momentsOf(answer: Answer): readonly string[] {
  const items = itemsOf(answer)
  const moments = [...(items[0]?.days ?? [])]
  const count = Math.min(MOST_MOMENTS, Math.max(0, ...items.map(({ data }) => data.length)))
  const { interval } = sourceOf(answer.query)
  while (moments.length > 0 && moments.length < count) moments.push(momentAfter(moments.at(-1) ?? '', interval))
  return moments
}

function momentAfter(moment: string, interval: unknown): string {
  const date = new Date(`${moment.slice(0, 10)}T${moment.slice(11) || '00:00:00'}Z`)
  // A dashboard can be shown by hour, whatever the interval of the query (INSIGHT-30).
  if (interval === 'hour' || moment.length > DAY_LENGTH) date.setUTCHours(date.getUTCHours() + 1)
  else if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCDate(date.getUTCDate() + (interval === 'week' ? 7 : 1))
  return date.toISOString().slice(0, 19).replace('T', ' ').slice(0, moment.length)
}
