import type { UsageDimension, UsageSum } from '../../../data/records/usage.ts'
import { OTHER_VALUE, type ShownValues, shownValues } from './breakdown-values.ts'
import { type Measured, type MeasuredValues, type Measurement, nothing } from './measure.ts'
import { stepFinder } from './range-step.ts'
import type { Breakdown } from './trends-query.ts'
import { isImpossible, type UsageFilter, withValues } from './usage-filter.ts'
import type { UsageReads } from './usage-reads.ts'

/** Counts calls. The database adds them up by step and value, so that single rows are never transferred. */
export async function countCalls(reads: UsageReads, asked: Measurement): Promise<MeasuredValues> {
  if (isImpossible(asked.filter)) return nothing(asked)
  const values = await countByValue(reads, asked)
  return { values: asked.shape === 'cumulative' ? values.map(accumulated) : values, approximate: false }
}

async function countByValue(reads: UsageReads, asked: Measurement): Promise<readonly Measured[]> {
  if (!asked.breakdown) return [await countTogether(reads, asked)]
  if (asked.shape === 'total') return countTotals(reads, asked, asked.breakdown)
  return isNarrow(asked.filter, asked.breakdown)
    ? countNarrow(reads, asked, asked.breakdown)
    : countWide(reads, asked, asked.breakdown)
}

/**
 * Whether there are few values: the variants of one flag. Other breakdowns can have thousands, at each of hundreds of
 * steps.
 */
function isNarrow(filter: UsageFilter, { dimension }: Breakdown): boolean {
  return dimension === 'variant' && filter.flagKeys?.length === 1
}

async function countTogether(reads: UsageReads, asked: Measurement): Promise<Measured> {
  if (asked.shape === 'total') {
    const sums = await sumBy(reads, asked, [])
    return { value: null, data: [], total: sums.reduce((total, sum) => total + sum.count, 0) }
  }
  return measured(null, stepSums(asked, await sumBy(reads, asked, ['start'])))
}

async function countTotals(reads: UsageReads, asked: Measurement, breakdown: Breakdown): Promise<readonly Measured[]> {
  const totals = totalsOf(await sumBy(reads, asked, [breakdown.dimension]), breakdown)
  const shown = shownValues(totals, breakdown)
  const shownTotals = new Map<string, number>()
  for (const [stored, total] of totals) {
    const place = shown.placeOf(stored)
    shownTotals.set(place, (shownTotals.get(place) ?? 0) + total)
  }
  return shown.order.map((value) => ({ value, data: [], total: shownTotals.get(value) ?? 0 }))
}

/** Reads all values at all steps with one query. */
async function countNarrow(reads: UsageReads, asked: Measurement, breakdown: Breakdown): Promise<readonly Measured[]> {
  const sums = await sumBy(reads, asked, ['start', breakdown.dimension])
  const shown = shownValues(totalsOf(sums, breakdown), breakdown)
  const dataOf = stepsByPlace(asked, sums, breakdown, shown)
  return shown.order.map((value) => measured(value, dataOf(value)))
}

/** Determines the values to show first. Then it reads the steps of those values, and of all values together. */
async function countWide(reads: UsageReads, asked: Measurement, breakdown: Breakdown): Promise<readonly Measured[]> {
  const totals = totalsOf(await sumBy(reads, asked, [breakdown.dimension]), breakdown)
  const shown = shownValues(totals, breakdown)
  const stored = [...totals.keys()].filter((value) => shown.placeOf(value) !== OTHER_VALUE)
  const filter = withValues(asked.filter, breakdown.dimension, stored)
  const sums = isImpossible(filter) ? [] : await sumBy(reads, { ...asked, filter }, ['start', breakdown.dimension])
  const dataOf = stepsByPlace(asked, sums, breakdown, shown)
  const rest = shown.order.includes(OTHER_VALUE) ? await restOf(reads, asked, stepSums(asked, sums)) : []
  return shown.order.map((value) => measured(value, value === OTHER_VALUE ? rest : dataOf(value)))
}

async function restOf(reads: UsageReads, asked: Measurement, counted: readonly number[]): Promise<readonly number[]> {
  const all = stepSums(asked, await sumBy(reads, asked, ['start']))
  return all.map((count, step) => count - (counted[step] ?? 0))
}

function sumBy(reads: UsageReads, { measure, bounds, filter }: Measurement, by: readonly UsageDimension[]) {
  return reads.sum({ measure, ...bounds, ...filter, by })
}

function totalsOf(sums: readonly UsageSum[], { dimension }: Breakdown): ReadonlyMap<string, number> {
  const totals = new Map<string, number>()
  for (const sum of sums) {
    const value = sum[dimension] ?? ''
    if (sum.count > 0) totals.set(value, (totals.get(value) ?? 0) + sum.count)
  }
  return totals
}

function stepSums({ steps }: Measurement, sums: readonly UsageSum[]): number[] {
  const stepOf = stepFinder(steps)
  const data = steps.map(() => 0)
  for (const { start = '', count } of sums) {
    const step = stepOf(start)
    data[step] = (data[step] ?? 0) + count
  }
  return data
}

function stepsByPlace(asked: Measurement, sums: readonly UsageSum[], breakdown: Breakdown, shown: ShownValues) {
  const ofPlace = Map.groupBy(sums, (sum) => shown.placeOf(sum[breakdown.dimension] ?? ''))
  return (place: string) => stepSums(asked, ofPlace.get(place) ?? [])
}

function measured(value: string | null, data: readonly number[]): Measured {
  return { value, data, total: data.reduce((total, count) => total + count, 0) }
}

function accumulated({ value, data, total }: Measured): Measured {
  let sum = 0
  return { value, data: data.map((count) => (sum += count)), total }
}
