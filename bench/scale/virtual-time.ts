import { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/** A clock that stops while code runs, and then advances to the next timer. All times are in milliseconds. */
export interface VirtualTime {
  now(): number
  /** Advances the time, and runs everything that is due in it. */
  pass(ms: number): Promise<void>
  /** Stops the time until `release` is called as often: for work of other threads of the process. */
  hold(): void
  release(): void
}

interface Timer {
  readonly work: () => void
  /** Null for a timer that fires once. */
  readonly everyMs: number | null
  isCleared: boolean
  ref(): Timer
  unref(): Timer
}

/**
 * Runs `use` in a process whose timers, clocks and random numbers are simulated. Minutes of waiting take only the time
 * of their computations, and the result is the same each time. Everything that was started in it ends with it.
 */
export async function inVirtualTime<T>(use: (time: VirtualTime) => Promise<T>): Promise<T> {
  const time = new SimulatedTime()
  const restore = replaceGlobals(time)
  try {
    return await use(time)
  } finally {
    restore()
  }
}

const real = { setImmediate }

class SimulatedTime implements VirtualTime {
  #nowMs = 0
  #holds = 0
  /** Timers by the millisecond in which they are due. */
  readonly #due = new Map<number, Timer[]>()

  now(): number {
    return this.#nowMs
  }

  hold(): void {
    this.#holds++
  }

  release(): void {
    this.#holds--
  }

  async pass(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    await this.#settle()
    while (this.#nowMs < end) {
      this.#nowMs++
      if (this.#fire()) await this.#settle()
    }
  }

  add(work: () => void, ms: number, everyMs: number | null): Timer {
    const timer: Timer = { work, everyMs, isCleared: false, ref: () => timer, unref: () => timer }
    this.#schedule(timer, ms)
    return timer
  }

  #schedule(timer: Timer, ms: number): void {
    const at = this.#nowMs + Math.max(1, Math.ceil(ms) || 0)
    const others = this.#due.get(at)
    if (others) others.push(timer)
    else this.#due.set(at, [timer])
  }

  /** Fires the due timers, and returns whether there were any. */
  #fire(): boolean {
    const timers = this.#due.get(this.#nowMs)
    if (!timers) return false
    this.#due.delete(this.#nowMs)
    for (const timer of timers) {
      if (timer.isCleared) continue
      timer.work()
      if (timer.everyMs !== null) this.#schedule(timer, timer.everyMs)
    }
    return true
  }

  /** Waits until all promises are settled that depend on no timer. */
  async #settle(): Promise<void> {
    do {
      await new Promise((resolve) => real.setImmediate(resolve))
    } while (this.#holds > 0)
  }
}

/** Replaces the globals, and returns a function that restores them. */
function replaceGlobals(time: SimulatedTime): () => void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const { random } = Math
  const sleep = timers.setTimeout
  const clear = (timer?: Partial<Timer>) => {
    if (timer) timer.isCleared = true
  }
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms = 0, ...args: []) => time.add(() => work(...args), ms, null),
    setInterval: (work: () => void, ms = 0, ...args: []) => time.add(() => work(...args), ms, ms),
    clearTimeout: clear,
    clearInterval: clear,
  })
  Math.random = seededChance()
  Object.assign(performance, { now: () => time.now() })
  Object.assign(crypto.subtle, { digest: digestAtOnce })
  const simulatedSleep = (ms: number) => new Promise<void>((resolve) => time.add(resolve, ms, null))
  replaceSleep(simulatedSleep as typeof sleep)
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
    Math.random = random
    // Deletes the own property, so that the property of the prototype is used again.
    Reflect.deleteProperty(performance, 'now')
    Reflect.deleteProperty(crypto.subtle, 'digest')
    replaceSleep(sleep)
  }
}

/** Replaces it also for modules that imported it by name. */
function replaceSleep(sleep: typeof timers.setTimeout): void {
  timers.setTimeout = sleep
  syncBuiltinESMExports()
}

/** Computes the digest synchronously, without other threads, which do not use the simulated time. */
async function digestAtOnce(_: string, bytes: Uint8Array): Promise<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(bytes).digest()).buffer
}

/** Returns pseudorandom numbers that are the same in each run (a linear congruential generator of 32 bits). */
function seededChance(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
