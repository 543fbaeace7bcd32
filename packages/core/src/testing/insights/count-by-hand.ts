import { HOUR_MS } from '../../foundation/time/durations.ts'
import type { TestCall } from './flag-call.ts'

/** A query in plain values, as tests write it. */
export interface HandQuestion {
  readonly zone: string
  readonly now: number
  readonly daysBack: number
  readonly interval: 'hour' | 'day' | 'week' | 'month'
  readonly display: string
  readonly math: 'total' | 'dau'
  readonly measure: TestCall['measure']
  readonly flagKeys: readonly string[] | null
  readonly variants: readonly string[] | null
  readonly breakdown: '$feature_flag' | '$feature_flag_response' | '$lib' | null
  readonly limit: number
  readonly hideOther: boolean
}

export interface HandItem {
  readonly breakdownValue: string | undefined
  readonly days: readonly string[]
  readonly data: readonly number[]
  readonly number: number
}

const PROPERTY = { $feature_flag: 'flagKey', $feature_flag_response: 'variant', $lib: 'sdk' } as const

/** Returns the expected result of a query, counted call by call with the clock functions of the runtime only. */
export function countByHand(calls: readonly TestCall[], asked: HandQuestion): readonly HandItem[] {
  const isTotal = ['ActionsTable', 'ActionsPie', 'ActionsBarValue', 'BoldNumber'].includes(asked.display)
  const steps = asked.interval === 'hour' ? handHours(asked) : handDays(asked, isTotal)
  const counted = calls.filter(
    (call) =>
      call.measure === asked.measure &&
      (asked.math === 'total' || call.user !== null) &&
      (asked.flagKeys?.includes(call.flagKey) ?? true) &&
      (asked.variants?.includes(call.variant) ?? true) &&
      steps.stepOf(call.at) !== undefined,
  )
  const numberOf = (some: readonly TestCall[]) =>
    asked.math === 'total' ? some.length : new Set(some.map(({ user }) => user)).size

  function itemOf(breakdownValue: string | undefined, own: readonly TestCall[]): HandItem {
    if (isTotal) return { breakdownValue, days: [], data: [], number: numberOf(own) }
    const isCumulative = asked.display === 'ActionsLineGraphCumulative'
    const data = steps.names.map((_, index) => {
      const isIn = (at: number) => {
        const step = steps.stepOf(at) ?? -1
        return isCumulative ? step <= index : step === index
      }
      return numberOf(own.filter(({ at }) => isIn(at)))
    })
    const number = isCumulative ? (data.at(-1) ?? 0) : data.reduce((sum, n) => sum + n, 0)
    return { breakdownValue, days: steps.names, data, number }
  }

  if (!asked.breakdown) return [itemOf(undefined, counted)]
  const property = PROPERTY[asked.breakdown]
  const isOther = (value: string) => property === 'variant' && value === '$other'
  const values = [...new Set(counted.map((call) => call[property]))].filter((value) => value !== '' && !isOther(value))
  const items = values
    .map((value) =>
      itemOf(
        value,
        counted.filter((call) => call[property] === value),
      ),
    )
    .sort((a, b) => b.number - a.number || ((a.breakdownValue ?? '') < (b.breakdownValue ?? '') ? -1 : 1))
  const shown = items.slice(0, asked.limit)
  const names = new Set(shown.map((item) => item.breakdownValue))
  const missing = counted.filter((call) => call[property] === '')
  const rest = counted.filter((call) => call[property] !== '' && !names.has(call[property]))
  return [
    ...shown,
    ...(missing.length > 0 ? [itemOf('$$_posthog_breakdown_null_$$', missing)] : []),
    ...(rest.length > 0 && !asked.hideOther ? [itemOf('$$_posthog_breakdown_other_$$', rest)] : []),
  ]
}

interface HandSteps {
  readonly names: readonly string[]
  stepOf(at: number): number | undefined
}

/** Returns the local time: `2026-11-20 13:30:00`. */
function wall(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
}

function handDays({ zone, now, daysBack, interval }: HandQuestion, isTotal: boolean): HandSteps {
  const unit = isTotal ? 'day' : interval
  const today = Date.parse(`${wall(now, zone).slice(0, 10)}T00:00:00Z`)
  const dateOf = (day: number) => new Date(day).toISOString().slice(0, 10)
  const nameOf = (day: number) => {
    const date = new Date(day)
    if (unit === 'week') date.setUTCDate(date.getUTCDate() - date.getUTCDay())
    if (unit === 'month') date.setUTCDate(1)
    return date.toISOString().slice(0, 10)
  }
  const days = Array.from({ length: daysBack + 1 }, (_, index) => today - (daysBack - index) * 24 * HOUR_MS)
  const names = [...new Set(days.map(nameOf))]
  return {
    names,
    stepOf: (at) => {
      const day = wall(at, zone).slice(0, 10)
      if (day < dateOf(days[0] ?? today) || day > dateOf(today)) return undefined
      const step = names.indexOf(nameOf(Date.parse(`${day}T00:00:00Z`)))
      return step === -1 ? undefined : step
    },
  }
}

/** Returns the hours from `daysBack` days ago to the current hour. */
function handHours({ zone, now, daysBack }: HandQuestion): HandSteps {
  const startOfHour = (at: number) => {
    const [minutes = 0, seconds = 0] = wall(at, zone).slice(14).split(':').map(Number)
    return Math.floor(at / 1000) * 1000 - (minutes * 60 + seconds) * 1000
  }
  const from = startOfHour(now - daysBack * 24 * HOUR_MS)
  const until = startOfHour(now) + HOUR_MS
  const starts: number[] = []
  for (let at = from; at < until; at += HOUR_MS) starts.push(at)
  return {
    names: starts.map((at) => wall(at, zone)),
    stepOf: (at) => (at >= from && at < until ? Math.floor((at - from) / HOUR_MS) : undefined),
  }
}
