import fc from 'fast-check'
import { expect, it } from 'vitest'
import { transpose, WORD_BITS } from './transpose.ts'

const square = fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: WORD_BITS, maxLength: WORD_BITS })

it('bits of words become words of bits, and nothing beside them changes', () => {
  fc.assert(
    fc.property(square, (words) => {
      const turned = new Uint32Array([7, ...words, 9])
      transpose(turned, 1)
      expect([...turned]).toEqual([7, ...plainly(words), 9])
    }),
  )
})

function plainly(words: readonly number[]): readonly number[] {
  return words.map((_, bit) => words.reduce((made, word, at) => (made | (((word >>> bit) & 1) << at)) >>> 0, 0))
}
