/**
 * Orders text by code point, which is also the order of its UTF-8 bytes and so that of every SQL store.
 * Plain `<` compares UTF-16 units and would put an emoji before U+FF5E.
 */
export function compareText(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let at = 0; at < shared; at++) {
    const unitOfA = a.charCodeAt(at)
    const unitOfB = b.charCodeAt(at)
    if (unitOfA !== unitOfB) return rankOfUnit(unitOfA) - rankOfUnit(unitOfB)
  }
  return a.length - b.length
}

/** Orders text by UTF-16 unit, as `<` does and a sort without a function. */
export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Surrogates stand for code points above all others, so they rank after U+E000 to U+FFFF. */
function rankOfUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
