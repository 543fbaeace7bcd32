const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const HOUR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
const SHORT_HOUR = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

/** A day has no time, and is the same day in every time zone. */
const isDay = (moment: string): boolean => moment.length <= 10

const dateOf = (moment: string): Date => new Date(moment.replace(' ', 'T'))

/** Returns the full text of a moment of a chart: "Sun, 22 Nov". */
export function momentText(moment: string): string {
  return (isDay(moment) ? DAY : HOUR).format(dateOf(moment))
}

/** Returns the short text of a moment, for labels below an axis. */
export function axisText(moment: string): string {
  return (isDay(moment) ? SHORT_DAY : SHORT_HOUR).format(dateOf(moment))
}

/**
 * Returns the position of a time among the moments of a chart, which have equal distances: 1.5 is between the second
 * and the third. Undefined for times outside of them.
 */
export function placeAmong(moments: readonly string[], at: string): number | undefined {
  const times = moments.map((moment) => dateOf(moment).getTime())
  const time = new Date(at).getTime()
  const next = times.findIndex((each) => each > time)
  const last = times.length - 1
  if (next === 0 || last < 0) return undefined
  if (next === -1) return time <= (times[last] ?? 0) + stepOf(times) ? last : undefined
  const [from = 0, to = 0] = times.slice(next - 1, next + 1)
  return next - 1 + (time - from) / (to - from)
}

function stepOf(times: readonly number[]): number {
  const [before, last] = times.slice(-2)
  return before !== undefined && last !== undefined ? last - before : Number.POSITIVE_INFINITY
}
