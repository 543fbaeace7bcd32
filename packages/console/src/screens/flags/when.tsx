const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const DAY_AND_YEAR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/** Shows a moment in a column: a time for today, otherwise a date. The tooltip shows the exact time. */
export function When({ at }: { readonly at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={EXACT.format(date)}>
      {inColumn(date, new Date())}
    </time>
  )
}

export function inColumn(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return TIME.format(date)
  return (date.getFullYear() === now.getFullYear() ? DAY : DAY_AND_YEAR).format(date)
}
