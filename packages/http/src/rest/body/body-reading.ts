import type { Budget } from '../budget.ts'
import { bodyTooLarge } from '../request-error.ts'
import { type BodyMemory, bodyMemory } from './body-memory.ts'

/** Nobody has more decoded before we know who asks: a few bytes can stand for a thousand times as many. */
export const MAX_UNKNOWN_DECODED_BYTES = 2 * 1024 * 1024

/** A body that holds no more is small. One of 64 KiB that comes piece by piece holds twice its length at most. */
const MAX_SMALL_BYTES = 128 * 1024
const NO_BYTES: Uint8Array = new Uint8Array()

/** Looks at the beginning of a body. @throws what to refuse the rest with */
export type Admission = (beginning: Uint8Array) => void | Promise<void>

/** What one request may hold of its body, and what it holds of the memory that all bodies share. */
export class BodyReading {
  /** Largest body, as it comes and decoded. */
  readonly limitBytes: number
  readonly #memory: BodyMemory
  /** What it holds its bytes of. */
  #budget: Budget
  #held = 0
  #isOver = false
  #isDecoding = false
  #admission: Admission | undefined
  #isAdmitted = false

  constructor(limitBytes: number, memory: BodyMemory = bodyMemory()) {
    this.limitBytes = limitBytes
    this.#memory = memory
    this.#budget = memory.bytes
  }

  /** Until the whole body must have come. */
  get timeoutMs(): number {
    return this.#memory.timeoutMs
  }

  /** Has somebody look at the beginning of a body that is about to become large. */
  admitWith(admission: Admission): void {
    this.#admission = admission
  }

  /** From now on we know who asks, unless somebody wants to see the beginning first. */
  admitKnown(): void {
    if (this.#admission === undefined) this.#becomeAdmitted()
  }

  /**
   * Says that so many more bytes are held. Undefined when there was room.
   * @param beginning what came until now, for who finds out whose body it is before it becomes large
   * @throws Overloaded, or rejects with it, when there is none; RequestError `request_entity_too_large` when there could
   * never be
   */
  take(bytes: number, beginning: Uint8Array = NO_BYTES): Promise<void> | undefined {
    const isNewStranger = this.#budget !== this.#budgetFor(bytes) && !this.#isAdmitted
    // A decoder that waited would keep what it needs, or others from decoding: those are asked for by `admit`.
    if (!isNewStranger || this.#admission === undefined || this.#isDecoding) return this.#takeNow(bytes)
    return this.#ask(this.#admission, beginning.subarray(0, MAX_SMALL_BYTES)).then(() => this.#takeNow(bytes))
  }

  /** Says that so many bytes are held no more. */
  give(bytes: number): void {
    if (this.#isOver) return
    this.#held -= bytes
    this.#budget.give(bytes)
  }

  /** Nothing is held any more, whatever is still taken or given. */
  release(): void {
    this.give(this.#held)
    this.#isOver = true
  }

  /** Runs a decoder that needs so much memory for itself, when it is its turn. */
  async decoding<Result>(bytes: number, decode: () => Promise<Result>): Promise<Result> {
    const { decoderBytes } = this.#memory
    if (bytes > decoderBytes.total) throw bodyTooLarge()
    await this.#beginDecoding()
    try {
      await decoderBytes.take(bytes)
      return await decode().finally(() => decoderBytes.give(bytes))
    } finally {
      this.#endDecoding()
    }
  }

  /** Asks, once, whether more may be decoded than strangers may send. Meanwhile others decode. */
  async admit(beginning: Uint8Array): Promise<void> {
    if (this.#isAdmitted) return
    if (this.#admission === undefined) throw bodyTooLarge()
    this.#endDecoding()
    await this.#admission(beginning)
    await this.#beginDecoding()
    this.#becomeAdmitted()
  }

  /** Finds out whether somebody knows who sends the body; who is a stranger may go on, in the room for strangers. */
  async #ask(admission: Admission, beginning: Uint8Array): Promise<void> {
    try {
      await admission(beginning)
      this.#becomeAdmitted()
    } catch {
      // The token may stand at the end, or in what is still to be decoded.
    }
  }

  #becomeAdmitted(): void {
    this.#isAdmitted = true
    const { unknown, large } = this.#memory
    if (this.#budget !== unknown) return
    unknown.leave(this.#held)
    this.#budget = large
  }

  async #beginDecoding(): Promise<void> {
    await this.#memory.decoders.take(1)
    this.#isDecoding = true
  }

  #endDecoding(): void {
    if (this.#isDecoding) this.#memory.decoders.give(1)
    this.#isDecoding = false
  }

  /** What to hold the body of when it has so many more bytes: who was large once stays it. */
  #budgetFor(bytes: number): Budget {
    const { bytes: all, large, unknown } = this.#memory
    if (this.#budget !== all || this.#held + bytes <= MAX_SMALL_BYTES) return this.#budget
    return this.#isAdmitted ? large : unknown
  }

  #takeNow(bytes: number): Promise<void> | undefined {
    if (this.#isOver) return undefined
    const budget = this.#budgetFor(bytes)
    const held = this.#held + bytes
    if (held > budget.total) throw bodyTooLarge()
    const amount = budget === this.#budget ? bytes : held
    const waiting = budget.take(amount)
    return waiting === undefined
      ? this.#hold(budget, amount, held)
      : waiting.then(() => this.#hold(budget, amount, held))
  }

  /** Holds what was taken, of another budget than until now when the body has become large. */
  #hold(budget: Budget, amount: number, held: number): undefined {
    // Who waited may have been given up meanwhile.
    if (this.#isOver) return void budget.give(amount)
    if (budget !== this.#budget) this.#budget.give(this.#held)
    this.#budget = budget
    this.#held = held
  }
}
