/** Whether a text is a day of the calendar. The API takes times of the years 1 to 9999; other days are no filter. */
export function isDate(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The start of a day in the time zone of the browser, some days later; of years that the API takes. */
export function midnight(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const start = new Date(2000, month - 1, day + days)
  // Date() reads years below 100 as those of the last century.
  start.setFullYear(year, month - 1, day + days)
  const text = start.toISOString()
  if (text.startsWith('+')) return LAST
  return text < FIRST ? FIRST : text
}

const FIRST = '0001-01-01T00:00:00.000Z'
const LAST = '9999-12-31T23:59:59.999Z'
