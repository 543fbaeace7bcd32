import { chunksOf } from '../../foundation/lists/chunks-of.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import type { FlagCall, UsageRecorder } from '../../runtime/usage/usage-recorder.ts'
import { boundedCall } from './bounded-call.ts'

const CALLS_AT_ONCE = 2000

type Recorder = Pick<UsageRecorder, 'record' | 'flush'>

/**
 * Passes any number of calls to the recorder, and yields in between. It waits while the store is slower than the calls,
 * so that clients are slowed down instead of filling the memory (CAPTURE-15).
 */
export async function recordCalls({ usage }: { readonly usage: Recorder }, calls: readonly FlagCall[]): Promise<void> {
  for (const chunk of chunksOf(calls, CALLS_AT_ONCE)) {
    await paceOf(usage).take(chunk.length)
    for (const call of chunk) recordCall(usage, call)
    if (chunk.length === CALLS_AT_ONCE) await yieldToOthers()
  }
}

function recordCall(usage: Recorder, call: FlagCall): void {
  const bounded = boundedCall(call)
  if (bounded) usage.record(bounded)
}

/** The maximum number of calls to record while earlier ones are written to the store. */
const CALLS_PER_FLUSH = 20_000

const paces = new WeakMap<Recorder, Pace>()

function paceOf(usage: Recorder): Pace {
  const pace = paces.get(usage) ?? new Pace(usage)
  paces.set(usage, pace)
  return pace
}

/** Tracks how far a recorder is ahead of its store. */
class Pace {
  readonly #usage: Recorder
  #calls = 0
  #flushed: Promise<void> = Promise.resolve()
  #closed: Promise<void> | undefined

  constructor(usage: Recorder) {
    this.#usage = usage
  }

  /** Resolves when this number of calls can be recorded. */
  async take(calls: number): Promise<void> {
    while (this.#closed) await this.#closed
    this.#calls += calls
    if (this.#calls < CALLS_PER_FLUSH) return
    this.#calls = 0
    this.#closed = this.#flushed.then(() => {
      this.#closed = undefined
    })
    this.#flushed = this.#usage.flush()
  }
}
