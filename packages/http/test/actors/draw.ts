/** The choices of a random sequence, used one after the other. When none is left, every choice is the first option. */
export class Draw {
  readonly #numbers: readonly number[]
  #taken = 0

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }

  below(limit: number): number {
    return (this.#numbers[this.#taken++] ?? 0) % limit
  }

  /** Usually the most recent item, so that sequences continue with what they have created. */
  recentFrom<T>(list: readonly T[]): T {
    return this.chance() ? this.from(list) : this.from(list.slice(-2))
  }

  chance(): boolean {
    return this.below(2) === 1
  }

  from<T>(list: readonly T[]): T {
    // The list is never empty: the world has at least one record of each kind.
    return list[this.below(list.length)] as T
  }
}
