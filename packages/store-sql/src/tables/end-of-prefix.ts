const LAST_CODE_POINT = 0x10ffff
/** The characters after which another follows than the next, in the order of what is stored: see `sql-value.ts`. */
const FOLLOWING: ReadonlyMap<number, number> = new Map([
  [0x0001, 0xd800], // halves of pairs that stand alone are kept behind the escape
  [0xdfff, 0x0002],
  [0xd7ff, 0xe000],
])

/**
 * The lowest text above all that begin with `prefix`, in the order of bytes; undefined when there is none, as for the
 * empty prefix. A range of an index finds what begins with a prefix without a pattern, in which some signs are special.
 */
export function endOfPrefix(prefix: string): string | undefined {
  const characters = [...prefix]
  for (;;) {
    const last = characters.pop()?.codePointAt(0)
    if (last === undefined) return undefined
    if (last < LAST_CODE_POINT) return characters.join('') + String.fromCodePoint(FOLLOWING.get(last) ?? last + 1)
  }
}
