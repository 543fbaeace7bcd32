import { UnsupportedQuery } from './query-part.ts'

/** Items times steps of one answer, all tiles of a dashboard together: more than any screen shows (INSIGHT-27). */
// Bound: OUT-8 answers-of-insights
const MAX_POINTS = 100_000
/** Each item has names too, however few its steps are. */
const MAX_ITEMS = 5000

/** What an answer has to have room for. */
export interface AnswerSize {
  readonly items: number
  readonly points: number
}

/** The room of one answer, which all that are asked together share. */
export interface AnswerBudget {
  /** Throws `UnsupportedQuery` when so much has no place, and takes nothing: to be asked before there is any work. */
  require(size: AnswerSize): void
  /** As {@link require}, and keeps the room. */
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
