import { UnsupportedQuery } from './query-part.ts'

/**
 * The maximum of items times steps in one result, including all tiles of a dashboard: more than any screen shows
 * (INSIGHT-27).
 */
// Bound: OUT-8 answers-of-insights
const MAX_POINTS = 100_000
/** The maximum number of items, because each has names too, even with few steps. */
const MAX_ITEMS = 5000

/** The size of a result. */
export interface AnswerSize {
  readonly items: number
  readonly points: number
}

/** The limit on the size of one result. All queries of a request share it. */
export interface AnswerBudget {
  /** Checks a size before any work is done, and reserves nothing. @throws UnsupportedQuery when it exceeds the limit */
  require(size: AnswerSize): void
  /** Checks a size like {@link require}, and reserves it. */
  take(size: AnswerSize): void
}

export function answerBudget(): AnswerBudget {
  let used: AnswerSize = { items: 0, points: 0 }
  function require(size: AnswerSize): AnswerSize {
    const after = { items: used.items + size.items, points: used.points + size.points }
    if (after.points > MAX_POINTS) throw tooLarge('points (items times intervals)', MAX_POINTS, used.points)
    if (after.items > MAX_ITEMS) throw tooLarge('items', MAX_ITEMS, used.items)
    return after
  }
  return {
    require(size) {
      require(size)
    },
    take(size) {
      used = require(size)
    },
  }
}

function tooLarge(what: string, most: number, before: number): UnsupportedQuery {
  const together = before > 0 ? `, including the ${shownNumber(before)} of the previous tiles` : ''
  const advice = 'request a shorter range, longer intervals, fewer series or fewer breakdown values.'
  return new UnsupportedQuery(`The result would have more than ${shownNumber(most)} ${what}${together}: ${advice}`)
}

function shownNumber(number: number): string {
  return number.toLocaleString('en-US')
}
