import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { parseInstant } from '../values/instant-of.ts'
import { parseRelativeInstant } from '../values/relative-instant.ts'
import type { TimeZone } from '../values/time-zone.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/** `is_date_before`, `is_date_after` and `is_date_exact`: compare a value's instant with that of the filter. */
export const DATE_COMPARISONS = {
  is_date_before: (instant: number, filter: number) => instant < filter,
  is_date_after: (instant: number, filter: number) => instant > filter,
  is_date_exact: (instant: number, filter: number) => instant === filter,
} as const

/** The context of dates: the project's time zone, which is created on first use, and the clock. */
export interface Calendar {
  readonly zone: () => TimeZone
  readonly clock: Clock
}

/** Compares instants; if either side is not a date, it does not match. */
export function comparesDate(
  filter: JsonValue,
  comparison: (instant: number, filter: number) => boolean,
  calendar: Calendar,
): ValueTest {
  const zone = calendar.zone()
  const filterInstant = compileInstant(filter, zone, calendar.clock)
  if (!filterInstant) return NEVER
  return requires((value, forms) => {
    const instant = forms.instant(value, zone)
    return instant !== undefined && comparison(instant, filterInstant())
  })
}

/** Returns the filter's instant, as a function because that of `-7d` moves with the clock. */
function compileInstant(filter: JsonValue, zone: TimeZone, clock: Clock): (() => number) | undefined {
  if (typeof filter !== 'string') return undefined
  const relative = parseRelativeInstant(filter)
  if (relative) return () => relative(clock())
  const fixed = parseInstant(filter, zone)
  return fixed === undefined ? undefined : () => fixed
}
