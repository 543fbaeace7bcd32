import { visitYielding } from '../time/yield.ts'

/** Stands between the elements of a JSON list. */
export const COMMA = new TextEncoder().encode(',')

/** Pieces that become one when all are there. */
export class ByteList {
  // Bound: dies with the document
  readonly #pieces: Uint8Array[] = []
  #length = 0

  /** How many pieces there are. */
  get count(): number {
    return this.#pieces.length
  }

  add(piece: Uint8Array): void {
    this.#pieces.push(piece)
    this.#length += piece.length
  }

  /** All pieces in order. However many there are, it yields in between. */
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
