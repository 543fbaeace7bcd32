/** Choices that a random sequence made beforehand, taken one after the other; the first of everything when none is left. */
export class Draw {
  readonly #numbers: readonly number[]
  #taken = 0

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }

  below(limit: number): number {
    return (this.#numbers[this.#taken++] ?? 0) % limit
  }

  /** Mostly what was made last: sequences go on with what they began. */
  recentFrom<T>(list: readonly T[]): T {
    return this.chance() ? this.from(list) : this.from(list.slice(-2))
  }

  chance(): boolean {
    return this.below(2) === 1
  }

  from<T>(list: readonly T[]): T {
    // Nothing is asked of an empty list: everything there is has one of its kind in the world.
    return list[this.below(list.length)] as T
  }
}
