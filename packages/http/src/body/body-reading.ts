import { bodyTooLarge } from '../request-error.ts'
import { type BodyMemory, bodyMemory } from './body-memory.ts'

/** Nobody has more decoded before we know who asks: a few bytes can stand for a thousand times as many. */
export const MAX_UNKNOWN_DECODED_BYTES = 2 * 1024 * 1024

/** Looks at the beginning of a body. @throws what to refuse the rest with */
export type Admission = (beginning: Uint8Array) => void | Promise<void>

/** What one request may hold of its body, and what it holds of the memory that all bodies share. */
export class BodyReading {
  /** Largest body, as it comes and decoded. */
  readonly limitBytes: number
  readonly #memory: BodyMemory
  #held = 0
  #isOver = false
  #isDecoding = false
  #admission: Admission | undefined
  #isAdmitted = false

  constructor(limitBytes: number, memory: BodyMemory = bodyMemory()) {
    this.limitBytes = limitBytes
    this.#memory = memory
  }

  /** Until the whole body must have come. */
  get timeoutMs(): number {
    return this.#memory.timeoutMs
  }

  /** Has somebody look at the beginning of a body that is about to become larger than what strangers may send. */
  admitWith(admission: Admission): void {
    this.#admission = admission
  }

  /** From now on we know who asks, unless somebody wants to see the beginning first. */
  admitKnown(): void {
    this.#admission ??= () => undefined
  }

  /**
   * Says that so many more bytes are held. Undefined when there was room.
   * @throws Overloaded, or rejects with it, when there is none; RequestError `request_entity_too_large` when there could
   * never be
   */
  take(bytes: number): Promise<void> | undefined {
    const { bytes: all } = this.#memory
    if (this.#held + bytes > all.total) throw bodyTooLarge()
    const waiting = all.take(bytes)
    if (waiting === undefined) {
      this.#held += bytes
      return undefined
    }
    return waiting.then(() => this.#receive(bytes))
  }

  /** Says that so many bytes are held no more. */
  give(bytes: number): void {
    this.#held -= bytes
    this.#memory.bytes.give(bytes)
  }

  /** Nothing is held any more. */
  release(): void {
    this.#isOver = true
    this.give(this.#held)
  }

  /** Runs a decoder that needs so much memory for itself, when it is its turn. */
  async decoding<Result>(decoderBytes: number, decode: () => Promise<Result>): Promise<Result> {
    await this.#beginDecoding()
    try {
      await this.take(decoderBytes)
      return await decode().finally(() => this.give(decoderBytes))
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
    this.#isAdmitted = true
  }

  async #beginDecoding(): Promise<void> {
    await this.#memory.decoders.take(1)
    this.#isDecoding = true
  }

  #endDecoding(): void {
    if (this.#isDecoding) this.#memory.decoders.give(1)
    this.#isDecoding = false
  }

  #receive(bytes: number): void {
    this.#held += bytes
    // Who waited may have been given up meanwhile.
    if (this.#isOver) this.give(bytes)
  }
}
