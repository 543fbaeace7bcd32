/**
 * Compares text by code point. This is also the order of its UTF-8 bytes and of every SQL store. Plain `<` compares
 * UTF-16 units and would sort an emoji before U+FF5E.
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

/** Compares text by UTF-16 unit, like `<` and a sort without a function. */
export function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Surrogates represent the highest code points, so they rank after U+E000 to U+FFFF. */
function rankOfUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
