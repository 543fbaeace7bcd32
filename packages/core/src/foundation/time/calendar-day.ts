/** A day of the calendar as `YYYY-MM-DD`, wherever on earth; comparing two as text compares them in time. */
export type Day = string

/** Midnight of the day in UTC, in milliseconds since 1970. */
export function midnightMs(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** The day so many days later; earlier, when `days` is negative. */
export function addDays(day: Day, days: number): Day {
  return changed(day, (date) => date.setUTCDate(date.getUTCDate() + days))
}

/** The same day so many months later, or the last of that month when it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const first = changed(startOfMonth(day), (date) => date.setUTCMonth(date.getUTCMonth() + months))
  const last = changed(first, (date) => date.setUTCMonth(date.getUTCMonth() + 1, 0))
  const wanted = `${first.slice(0, 8)}${day.slice(8)}`
  return wanted < last ? wanted : last
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** The first day of the week; weeks begin on Sunday, as those of PostHog do unless told otherwise. */
export function startOfWeek(day: Day): Day {
  return changed(day, (date) => date.setUTCDate(date.getUTCDate() - date.getUTCDay()))
}

function changed(day: Day, change: (date: Date) => void): Day {
  const date = new Date(midnightMs(day))
  change(date)
  return date.toISOString().slice(0, 10)
}
