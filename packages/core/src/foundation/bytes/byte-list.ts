import { visitYielding } from '../time/yield.ts'

/** Separates the elements of a JSON list. */
export const COMMA = new TextEncoder().encode(',')

/** Collects pieces of bytes that are joined at the end. */
export class ByteList {
  // Bound: dies with the document
  readonly #pieces: Uint8Array[] = []
  #length = 0

  /** The number of pieces. */
  get count(): number {
    return this.#pieces.length
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** Returns all pieces in order as one. It yields between them. */
  async joined(): Promise<Uint8Array> {
    const bytes = new Uint8Array(this.#length)
    let at = 0
    await visitYielding(this.#pieces, (piece) => {
      bytes.set(piece, at)
      at += piece.length
    })
    return bytes
  }
}
