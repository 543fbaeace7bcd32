const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
] as const

/** Shows a relative time, with the exact time on hover and focus. */
export function Time({ at }: { readonly at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={EXACT.format(date)}>
      {spoken(date, Date.now())}
    </time>
  )
}

/** Returns "5 min. ago"; the date if it is a month ago or more. */
export function spoken(date: Date, now: number): string {
  let amount = (date.getTime() - now) / 1000
  for (const [unit, most] of UNITS) {
    const whole = Math.round(amount)
    if (Math.abs(whole) < most) return RELATIVE.format(whole, unit)
    amount /= most
  }
  return DAY.format(date)
}
