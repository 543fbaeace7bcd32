/** The words of the squares that {@link transpose} transposes, and the bits of each word. */
export const WORD_BITS = 32

/**
 * Transposes the square of bits in 32 words, from the index `from`: bit `b` of word `w` becomes bit `w` of word `b`. It
 * swaps squares of side 16, then squares of side 8 inside them, and so on (Warren, Hacker's Delight).
 */
export function transpose(words: Uint32Array, from: number): void {
  for (let side = 16, mask = 0x0000ffff; side > 0; side >>>= 1, mask ^= mask << side) {
    for (let row = 0; row < WORD_BITS; row = (row + side + 1) & ~side) swapSquares(words, from + row, side, mask)
  }
}

function swapSquares(words: Uint32Array, at: number, side: number, mask: number): void {
  // The caller has 32 words from there on.
  const above = words[at] as number
  const below = words[at + side] as number
  const different = ((above >>> side) ^ below) & mask
  words[at + side] = below ^ different
  words[at] = above ^ (different << side)
}
