export type Measure = 'exposures' | 'evaluations'

/** The calls of one flag in one measure. */
export interface CallCount {
  readonly count: number
  /** The number of users in the calls. */
  readonly users: number
  readonly byVariant: Readonly<Record<string, number>>
}

/** Sums of the reported calls, computed without a database. */
export class CallTally {
  readonly #variants = new Map<string, Map<string, number>>()
  readonly #users = new Map<string, Set<string>>()
  #total = 0

  /** The number of calls of both measures. */
  get total(): number {
    return this.#total
  }

  add(measure: Measure, flagKey: string, variant: string, user: string): void {
    const place = `${measure} ${flagKey}`
    const variants = this.#variants.get(place) ?? new Map()
    this.#variants.set(place, variants.set(variant, (variants.get(variant) ?? 0) + 1))
    this.#users.set(place, (this.#users.get(place) ?? new Set()).add(user))
    this.#total++
  }

  of(measure: Measure, flagKey: string): CallCount {
    const variants = this.#variants.get(`${measure} ${flagKey}`) ?? new Map<string, number>()
    return {
      count: [...variants.values()].reduce((sum, count) => sum + count, 0),
      users: this.#users.get(`${measure} ${flagKey}`)?.size ?? 0,
      byVariant: Object.fromEntries(variants),
    }
  }
}
