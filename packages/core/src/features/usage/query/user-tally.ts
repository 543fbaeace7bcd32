import type { StoredUserSet } from '../../../data/records/usage.ts'
import { visitYielding } from '../../../foundation/time/yield.ts'
import { UserSet } from '../../../runtime/usage/user-set.ts'
import type { Measured, Measurement } from './measure.ts'
import { stepFinder } from './range-step.ts'

/**
 * Unites sets of users by place and step. The sets come in order of time, so that no more than those of one step, or
 * of everything so far, are held: a set of many users takes 16 KiB.
 */
export interface UserTally {
  add(place: string, set: StoredUserSet): Promise<void>
  /** Has to be called when the last set was added. */
  close(): Promise<void>
  of(place: string): Omit<Measured, 'value'>
  /** What to rank places by; those without users are left out. */
  totals(): ReadonlyMap<string, number>
  readonly isApproximate: boolean
}

export function userTally({ steps, shape }: Pick<Measurement, 'steps' | 'shape'>): UserTally {
  const stepOf = stepFinder(steps)
  // Bound: dies with the answer
  const sizes = new Map<string, Map<number, number>>()
  // Bound: dies with the answer
  let united = new Map<string, UserSet>()
  let currentStep = 0
  let isApproximate = false

  async function add(place: string, stored: StoredUserSet): Promise<void> {
    const step = shape === 'total' ? 0 : stepOf(stored.start)
    if (step !== currentStep) await close()
    currentStep = step
    const set = UserSet.read(stored.users)
    const before = united.get(place)
    if (before) before.merge(set)
    else united.set(place, set)
  }

  async function close(): Promise<void> {
    await visitYielding(united, ([place, set]) => {
      isApproximate ||= !set.isExact
      sizesOf(place).set(currentStep, set.size)
    })
    if (shape === 'steps') united = new Map()
  }

  function sizesOf(place: string): Map<number, number> {
    const known = sizes.get(place) ?? new Map<number, number>()
    sizes.set(place, known)
    return known
  }

  function of(place: string): Omit<Measured, 'value'> {
    const known = sizes.get(place) ?? new Map<number, number>()
    const last = [...known.values()].at(-1) ?? 0
    switch (shape) {
      case 'total':
        return { data: [], total: last }
      case 'steps': {
        const data = steps.map((_, step) => known.get(step) ?? 0)
        return { data, total: data.reduce((total, size) => total + size, 0) }
      }
      case 'cumulative': {
        let soFar = 0
        return { data: steps.map((_, step) => (soFar = known.get(step) ?? soFar)), total: last }
      }
    }
  }

  function totals(): ReadonlyMap<string, number> {
    const all = [...sizes.keys()].map((place) => [place, of(place).total] as const)
    return new Map(all.filter(([, total]) => total > 0))
  }

  return {
    add,
    close,
    of,
    totals,
    get isApproximate() {
      return isApproximate
    },
  }
}
