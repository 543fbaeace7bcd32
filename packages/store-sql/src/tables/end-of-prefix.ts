const LAST_CODE_POINT = 0x10ffff
const BEFORE_SURROGATES = 0xd7ff
const AFTER_SURROGATES = 0xe000

/**
 * The lowest text above all that begin with `prefix`, in the order of bytes; undefined when there is none, as for the
 * empty prefix. A range of an index finds what begins with a prefix without a pattern, in which some signs are special.
 */
export function endOfPrefix(prefix: string): string | undefined {
  const characters = [...prefix]
  for (;;) {
    const last = characters.pop()?.codePointAt(0)
    if (last === undefined) return undefined
    if (last < LAST_CODE_POINT) return characters.join('') + String.fromCodePoint(following(last))
  }
}

function following(codePoint: number): number {
  return codePoint === BEFORE_SURROGATES ? AFTER_SURROGATES : codePoint + 1
}
