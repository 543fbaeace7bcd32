/** A calendar day as `YYYY-MM-DD`, independent of a time zone. The order as text is the order in time. */
export type Day = string

/** Returns midnight of the day in UTC, in milliseconds since 1970. */
export function midnightMs(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** Returns the day `days` later, or earlier if `days` is negative. */
export function addDays(day: Day, days: number): Day {
  return changed(day, (date) => date.setUTCDate(date.getUTCDate() + days))
}

/** Returns the same day of the month `months` later, or the last day of that month if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const first = changed(startOfMonth(day), (date) => date.setUTCMonth(date.getUTCMonth() + months))
  const last = changed(first, (date) => date.setUTCMonth(date.getUTCMonth() + 1, 0))
  const wanted = `${first.slice(0, 8)}${day.slice(8)}`
  return wanted < last ? wanted : last
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** Returns the first day of the week. Weeks start on Sunday, which is PostHog's default. */
export function startOfWeek(day: Day): Day {
  return changed(day, (date) => date.setUTCDate(date.getUTCDate() - date.getUTCDay()))
}

function changed(day: Day, change: (date: Date) => void): Day {
  const date = new Date(midnightMs(day))
  change(date)
  return date.toISOString().slice(0, 10)
}
