import { Overloaded } from './overloaded.ts'

/** How long somebody waits for room before being sent away. */
const WAIT_MS = 2000
/** Who comes when so many wait already is sent away at once. */
const MAX_WAITING = 1000

interface Waiting {
  readonly amount: number
  readonly enter: () => void
}

/** An amount, of bytes or of places, of which everybody takes a part for a while. */
export class Budget {
  readonly total: number
  #taken = 0
  // Bound: OUT-8 bodies
  readonly #waiting = new Set<Waiting>()

  constructor(total: number) {
    this.total = total
  }

  /** How much of it is taken. */
  get taken(): number {
    return this.#taken
  }

  /**
   * Takes a part. Undefined when there was room: nearly always, and then nobody has to wait.
   * @throws Overloaded, or rejects with it, when there is no room and none becomes free in a moment
   */
  take(amount: number): Promise<void> | undefined {
    if (this.#fits(amount)) {
      this.#taken += amount
      return undefined
    }
    if (this.#waiting.size >= MAX_WAITING || amount > this.total) throw new Overloaded()
    return this.#waitFor(amount)
  }

  /** Gives a part back, to those who have waited longest. */
  give(amount: number): void {
    this.#taken -= amount
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.amount)) return
      this.#taken += waiting.amount
      waiting.enter()
    }
  }

  #fits(amount: number): boolean {
    return this.#taken + amount <= this.total
  }

  #waitFor(amount: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
      }
      const waiting: Waiting = {
        amount,
        enter: () => {
          leave()
          resolve()
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(new Overloaded())
      }, WAIT_MS)
      this.#waiting.add(waiting)
    })
  }
}
