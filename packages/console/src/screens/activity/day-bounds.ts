/** Whether a text is a calendar day. The API accepts times of the years 1 to 9999; other days do not filter. */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns the start of a day in the time zone of the browser, `days` later, within the years that the API accepts. */
export function midnight(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const start = new Date(2000, month - 1, day + days)
  // Date() reads years below 100 as years of the 20th century.
  start.setFullYear(year, month - 1, day + days)
  const text = start.toISOString()
  if (text.startsWith('+')) return LAST
  return text < FIRST ? FIRST : text
}

const FIRST = '0001-01-01T00:00:00.000Z'
const LAST = '9999-12-31T23:59:59.999Z'
