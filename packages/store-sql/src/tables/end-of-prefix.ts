const LAST_CODE_POINT = 0x10ffff
/** Characters whose successor in the order of stored text is not the next code point: see `sql-value.ts`. */
const FOLLOWING: ReadonlyMap<number, number> = new Map([
  [0x0001, 0xd800], // lone surrogates are stored behind the escape
  [0xdfff, 0x0002],
  [0xd7ff, 0xe000],
])

/**
 * Returns the lowest text above all texts with this prefix, in the order of bytes. Returns undefined if there is none,
 * as for the empty prefix. A range of an index then finds texts by prefix without a pattern, whose wildcards would need
 * escaping.
 */
export function endOfPrefix(prefix: string): string | undefined {
  const characters = [...prefix]
  for (;;) {
    const last = characters.pop()?.codePointAt(0)
    if (last === undefined) return undefined
    if (last < LAST_CODE_POINT) return characters.join('') + String.fromCodePoint(FOLLOWING.get(last) ?? last + 1)
  }
}
