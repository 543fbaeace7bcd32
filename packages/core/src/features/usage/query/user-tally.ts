import type { StoredUserSet } from '../../../data/records/usage.ts'
import { visitYielding } from '../../../foundation/time/yield.ts'
import { UserSet } from '../../../runtime/usage/user-set.ts'
import type { Measured, Measurement } from './measure.ts'
import { stepFinder } from './range-step.ts'

/**
 * Merges sets of users by place and step. The sets are added in order of time, so only those of one step, or the merged
 * ones, are in memory: a set of many users takes 16 KiB.
 */
export class UserTally {
  readonly #steps: Measurement['steps']
  readonly #shape: Measurement['shape']
  readonly #stepOf: (start: string) => number
  // Bound: dies with the answer
  readonly #sizes = new Map<string, Map<number, number>>()
  // Bound: dies with the answer
  #united = new Map<string, UserSet>()
  #currentStep = 0
  #isApproximate = false

  constructor({ steps, shape }: Pick<Measurement, 'steps' | 'shape'>) {
    this.#steps = steps
    this.#shape = shape
    this.#stepOf = stepFinder(steps)
  }

  get isApproximate(): boolean {
    return this.#isApproximate
  }

  async add(place: string, stored: StoredUserSet): Promise<void> {
    const step = this.#shape === 'total' ? 0 : this.#stepOf(stored.start)
    if (step !== this.#currentStep) await this.close()
    this.#currentStep = step
    const set = UserSet.read(stored.users)
    const before = this.#united.get(place)
    if (before) before.merge(set)
    else this.#united.set(place, set)
  }

  /** Must be called after the last set was added. */
  async close(): Promise<void> {
    await visitYielding(this.#united, ([place, set]) => {
      this.#isApproximate ||= !set.isExact
      this.#sizesOf(place).set(this.#currentStep, set.size)
    })
    if (this.#shape === 'steps') this.#united = new Map()
  }

  of(place: string): Omit<Measured, 'value'> {
    const known = this.#sizes.get(place) ?? new Map<number, number>()
    const last = [...known.values()].at(-1) ?? 0
    switch (this.#shape) {
      case 'total':
        return { data: [], total: last }
      case 'steps': {
        const data = this.#steps.map((_, step) => known.get(step) ?? 0)
        return { data, total: data.reduce((total, size) => total + size, 0) }
      }
      case 'cumulative': {
        let soFar = 0
        return { data: this.#steps.map((_, step) => (soFar = known.get(step) ?? soFar)), total: last }
      }
    }
  }

  /** Returns the totals by which places are ranked; places without users are omitted. */
  totals(): ReadonlyMap<string, number> {
    const all = [...this.#sizes.keys()].map((place) => [place, this.of(place).total] as const)
    return new Map(all.filter(([, total]) => total > 0))
  }

  #sizesOf(place: string): Map<number, number> {
    const known = this.#sizes.get(place) ?? new Map<number, number>()
    this.#sizes.set(place, known)
    return known
  }
}
