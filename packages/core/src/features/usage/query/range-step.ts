import type { UsagePeriod } from '../../../data/records/usage.ts'
import { midnightMs } from '../../../foundation/time/calendar-day.ts'
import { localIso } from '../../../foundation/time/time-zone.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { stepsOf, type TimeRange } from './time-range.ts'

/** One point of a series. */
export interface RangeStep {
  /** The start of the step, in the form of usage rows. The step ends where the next one starts. */
  readonly start: string
  /** `2026-11-20`, or `2026-11-20 13:00:00` by hour. */
  readonly day: string
  /** `20-Nov-2026`, or `20-Nov-2026 13:00` by hour. */
  readonly label: string
}

/** The bounds of the usage rows in a range. */
export interface RowBounds {
  readonly period: UsagePeriod
  readonly from: string
  readonly until: string
}

export function rowBounds(range: TimeRange): RowBounds {
  if (range.interval !== 'hour') return { period: 'day', from: range.from, until: range.until }
  return { period: 'bucket', from: timestampOf(range.from), until: timestampOf(range.until) }
}

export function namedSteps(range: TimeRange, zone: string): readonly RangeStep[] {
  return stepsOf(range).map((step) =>
    typeof step === 'string'
      ? { start: step, day: step, label: dayLabel(midnightMs(step)) }
      : hourStep(step, localIso(step, zone)),
  )
}

function hourStep(epochMs: number, wall: string): RangeStep {
  const label = `${dayLabel(Date.parse(`${wall}Z`))} ${wall.slice(11, 16)}`
  return { start: timestampOf(epochMs), day: `${wall.slice(0, 10)} ${wall.slice(11, 19)}`, label }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dayLabel(utcMs: number): string {
  const date = new Date(utcMs)
  return `${date.getUTCDate()}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()}`
}

/** Returns a function that finds the index of the step of a row. Rows of a range are never before its first step. */
export function stepFinder(steps: readonly RangeStep[]): (start: string) => number {
  const known = new Map(steps.map((step, index) => [step.start, index]))
  return (start) => known.get(start) ?? lastStepUpTo(steps, start)
}

function lastStepUpTo(steps: readonly RangeStep[], start: string): number {
  let low = 0
  let high = steps.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.start ?? '') <= start) low = middle
    else high = middle
  }
  return low
}
