import type { Budget } from '../budget.ts'
import { bodyTooLarge } from '../request-error.ts'
import { type BodyMemory, bodyMemory } from './body-memory.ts'

/** The limit of decoded bytes for unauthenticated clients: decoding can multiply the size of a body by a thousand. */
export const MAX_UNKNOWN_DECODED_BYTES = 2 * 1024 * 1024

/**
 * Bodies that hold at most this much memory are small. A body of 64 KiB in many pieces holds at most twice its length.
 */
const MAX_SMALL_BYTES = 128 * 1024
const NO_BYTES: Uint8Array = new Uint8Array()

/** Checks the beginning of a body. @throws the refusal of the whole body */
export type Admission = (beginning: Uint8Array) => void | Promise<void>

/** The limits of one request's body, and the part of the shared memory that it holds. */
export class BodyReading {
  /** The maximum size of the body, both encoded and decoded. */
  readonly limitBytes: number
  readonly #memory: BodyMemory
  /** The budget from which its bytes are taken. */
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

  /** The time until the whole body must have arrived. */
  get timeoutMs(): number {
    return this.#memory.timeoutMs
  }

  /** Sets the check that runs on the beginning of a body before it becomes large. */
  admitWith(admission: Admission): void {
    this.#admission = admission
  }

  /** Records that the client is authenticated, unless a check of the beginning of the body is set. */
  admitKnown(): void {
    if (this.#admission === undefined) this.#becomeAdmitted()
  }

  /**
   * Reserves memory for this many more bytes. Returns undefined when it was available immediately.
   * @param beginning the bytes received so far, for the check that runs before the body becomes large
   * @throws Overloaded, or rejects with it, when no memory is available; RequestError `request_entity_too_large` when
   * the body can never fit
   */
  take(bytes: number, beginning: Uint8Array = NO_BYTES): Promise<void> | undefined {
    const isNewStranger = this.#budget !== this.#budgetFor(bytes) && !this.#isAdmitted
    // While decoding, the check runs in `admit`: a waiting decoder would hold its memory and block others.
    if (!isNewStranger || this.#admission === undefined || this.#isDecoding) return this.#takeNow(bytes)
    return this.#ask(this.#admission, beginning.subarray(0, MAX_SMALL_BYTES)).then(() => this.#takeNow(bytes))
  }

  give(bytes: number): void {
    if (this.#isOver) return
    this.#held -= bytes
    this.#budget.give(bytes)
  }

  /** Releases everything. Later calls of `take` and `give` have no effect. */
  release(): void {
    this.give(this.#held)
    this.#isOver = true
  }

  /** Runs a decoder that needs this much memory once a decoder slot and the memory are free. */
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

  /**
   * Runs the check, once, before more is decoded than unauthenticated clients may send. Releases the decoder slot while
   * it waits.
   */
  async admit(beginning: Uint8Array): Promise<void> {
    if (this.#isAdmitted) return
    if (this.#admission === undefined) throw bodyTooLarge()
    this.#endDecoding()
    await this.#admission(beginning)
    await this.#beginDecoding()
    this.#becomeAdmitted()
  }

  /** Runs the check. If it fails, reading continues in the memory for unauthenticated clients. */
  async #ask(admission: Admission, beginning: Uint8Array): Promise<void> {
    try {
      await admission(beginning)
      this.#becomeAdmitted()
    } catch {
      // The token may be at the end of the body, or in the part that is not yet decoded.
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

  /** The budget for the body once it has this many more bytes. A large body never becomes small again. */
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

  /** Records the memory that was taken. It comes from another budget than before if the body has become large. */
  #hold(budget: Budget, amount: number, held: number): undefined {
    // The body may have been released while it waited.
    if (this.#isOver) return void budget.give(amount)
    if (budget !== this.#budget) this.#budget.give(this.#held)
    this.#budget = budget
    this.#held = held
  }
}
