import { Overloaded } from './overloaded.ts'

/** How long somebody waits for room before being sent away. */
const WAIT_MS = 2000
/** Who comes when so many wait already is sent away at once. */
const MAX_WAITING = 1000

interface Waiting {
  readonly budget: Budget
  readonly amount: number
  readonly enter: () => void
}

/** An amount, of bytes or of places, of which everybody takes a part for a while. */
export class Budget {
  readonly total: number
  readonly #name: string
  readonly #around: Budget | undefined
  #taken = 0
  // Bound: OUT-8 bodies
  readonly #waiting: Set<Waiting>

  /**
   * @param name for the log, when it is used up
   * @param around the budget that this one is a part of: what is taken here is taken there too
   */
  constructor(total: number, name: string, around?: Budget) {
    this.total = total
    this.#name = name
    this.#around = around
    this.#waiting = around === undefined ? new Set() : around.#waiting
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
      this.#add(amount)
      return undefined
    }
    if (this.#waiting.size >= MAX_WAITING || amount > this.total) throw new Overloaded(this.#name)
    return this.#waitFor(amount)
  }

  /** Reserves memory that is in use already, also beyond the total. Later reservations then fail until it is released. */
  count(amount: number): void {
    this.#add(amount)
  }

  /** Gives a part back, to those who have waited longest of those who find room. */
  give(amount: number): void {
    this.#add(-amount)
    this.#letIn()
  }

  /** Leaves a part to the budget around this one, where it is taken still. */
  leave(amount: number): void {
    this.#taken -= amount
    this.#letIn()
  }

  #fits(amount: number): boolean {
    return this.#taken + amount <= this.total && (this.#around === undefined || this.#around.#fits(amount))
  }

  #add(amount: number): void {
    this.#taken += amount
    if (this.#around !== undefined) this.#around.#add(amount)
  }

  /** Whoever needs much holds back nobody who needs less: it may wait for what slow senders hold. */
  #letIn(): void {
    for (const { budget, amount, enter } of this.#waiting) {
      if (!budget.#fits(amount)) continue
      budget.#add(amount)
      enter()
    }
  }

  #waitFor(amount: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
      }
      const waiting: Waiting = {
        budget: this,
        amount,
        enter: () => {
          leave()
          resolve()
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(new Overloaded(this.#name))
      }, WAIT_MS)
      this.#waiting.add(waiting)
    })
  }
}
