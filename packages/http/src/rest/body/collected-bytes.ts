import { bodyTooLarge } from '../request-error.ts'
import type { BodyReading } from './body-reading.ts'

const NO_BYTES = new Uint8Array()

/**
 * Collects bytes that arrive in pieces. It copies them together as they arrive: thousands of pieces of one byte would
 * take a hundred times their length.
 */
export class CollectedBytes {
  readonly #reading: BodyReading
  #bytes: Uint8Array = NO_BYTES
  #length = 0

  constructor(reading: BodyReading) {
    this.#reading = reading
  }

  get length(): number {
    return this.#length
  }

  /** The bytes received so far. */
  get bytes(): Uint8Array {
    return this.#bytes.length === this.#length ? this.#bytes : this.#bytes.subarray(0, this.#length)
  }

  /**
   * Adds a piece. Callers must await the result if it is a promise.
   * @throws RequestError `request_entity_too_large`, or Overloaded
   */
  add(piece: Uint8Array): Promise<void> | undefined {
    const length = this.#length + piece.length
    if (length > this.#reading.limitBytes) throw bodyTooLarge()
    if (length <= this.#bytes.length) return this.#append(piece)
    const size = this.#length === 0 ? length : Math.min(this.#reading.limitBytes, Math.max(length, 2 * this.#length))
    const waiting = this.#reading.take(size - this.#bytes.length, this.#length === 0 ? piece : this.bytes)
    return waiting === undefined ? this.#grow(size, piece) : waiting.then(() => this.#grow(size, piece))
  }

  #append(piece: Uint8Array): undefined {
    this.#bytes.set(piece, this.#length)
    this.#length += piece.length
  }

  #grow(size: number, piece: Uint8Array): undefined {
    if (this.#length === 0) {
      // Most bodies arrive in one piece. It is stored without a copy unless its buffer is much larger.
      this.#bytes = 2 * piece.length < piece.buffer.byteLength ? new Uint8Array(piece) : piece
      this.#length = piece.length
      return
    }
    const grown = new Uint8Array(size)
    grown.set(this.bytes)
    this.#bytes = grown
    this.#append(piece)
  }
}
