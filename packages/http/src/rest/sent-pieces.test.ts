import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentPieces } from './sent-pieces.ts'

const PIECE_BYTES = 64 * 1024

test('HTTP-91 sends texts and bytes of any length in pieces that are their UTF-8', async () => {
  const part = fc
    .tuple(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 20_000 }), fc.boolean())
    .map(([text, times, isText]) => {
      const part = text.toWellFormed().repeat(times).slice(0, 200_000).toWellFormed()
      return isText ? part : new TextEncoder().encode(part)
    })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      const pieces: Uint8Array[] = []
      for await (const piece of sentPieces(parts)) pieces.push(piece)
      expect(pieces.every(({ length }) => length > 0 && length <= PIECE_BYTES)).toBe(true)
      // All pieces but the last are full, except for up to three bytes where the next character does not fit.
      expect(pieces.slice(0, -1).every(({ length }) => length > PIECE_BYTES - 4)).toBe(true)
      expect(Buffer.concat(pieces).equals(Buffer.concat(parts.map((each) => Buffer.from(each))))).toBe(true)
    }),
    { numRuns: 30 },
  )
})
