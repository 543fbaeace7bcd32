import { Overloaded } from './overloaded.ts'

/** How long a request waits before it is refused. */
export const WAIT_MS = 2000
/** The number of requests that wait at the same time. Further ones are refused immediately. */
const MAX_WAITING = 1000

export interface TakeOptions {
  /** How long to wait: {@link WAIT_MS} when missing. */
  readonly waitMs?: number
  /** Ends the wait when it aborts. */
  readonly signal?: AbortSignal | undefined
}

interface Waiting {
  readonly budget: Budget
  readonly amount: number
  readonly enter: () => void
}

/** A limited number of bytes or slots. Each request takes a part of it temporarily. */
export class Budget {
  readonly total: number
  readonly #name: string
  readonly #around: Budget | undefined
  #taken = 0
  // Bound: OUT-8 bodies
  readonly #waiting: Set<Waiting>

  /**
   * @param name in the error when it is used up
   * @param around the budget that this one is a part of, see {@link part}
   */
  constructor(total: number, name: string, around?: Budget) {
    this.total = total
    this.#name = name
    this.#around = around
    this.#waiting = around === undefined ? new Set() : around.#waiting
  }

  /** A part of this budget with a separate total. Amounts that are taken from it are taken from this budget as well. */
  part(total: number): Budget {
    return new Budget(total, this.#name, this)
  }

  get taken(): number {
    return this.#taken
  }

  /**
   * Takes an amount. Returns undefined when it was available immediately, which is the usual case and saves the caller
   * a wait.
   * @throws Overloaded, or rejects with it, when the amount is not available in time; rejects with the reason of the
   * signal when that aborts during the wait
   */
  take(amount: number, options: TakeOptions = {}): Promise<void> | undefined {
    if (this.#fits(amount)) {
      this.#add(amount)
      return undefined
    }
    if (this.#waiting.size >= MAX_WAITING || amount > this.total) throw new Overloaded(this.#name)
    return this.#waitFor(amount, options)
  }

  /**
   * Reserves memory that is already in use, even beyond the total. Later reservations then fail until it is released.
   */
  count(amount: number): void {
    this.#add(amount)
  }

  /** Returns an amount. It goes to the requests that have waited longest, among those that now fit. */
  give(amount: number): void {
    this.#add(-amount)
    this.#letIn()
  }

  /** Returns an amount to this part only. It stays taken from the budget around it. */
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

  /**
   * A request that needs much does not block those that need less: it may be waiting for memory that slow clients hold.
   */
  #letIn(): void {
    for (const { budget, amount, enter } of this.#waiting) {
      if (!budget.#fits(amount)) continue
      budget.#add(amount)
      enter()
    }
  }

  #waitFor(amount: number, { waitMs = WAIT_MS, signal }: TakeOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
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
      const abort = () => {
        leave()
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        leave()
        reject(new Overloaded(this.#name))
      }, waitMs)
      this.#waiting.add(waiting)
      signal?.addEventListener('abort', abort)
    })
  }
}
