/** As many are read at a glance, also where most of them stay. */
const FEW = 6

/** Of many lines those that the other side does not have, and how many it has as well. Of those that only moved, all. */
export function apart(
  lines: readonly string[],
  others: readonly string[],
): { readonly shown: readonly string[]; readonly leftOut: number } {
  const shared = new Set(others)
  const own = lines.filter((line) => !shared.has(line))
  const isMoved = own.length === 0 && lines.length === others.length
  const shown = lines.length <= FEW || isMoved ? lines : own
  return { shown, leftOut: lines.length - shown.length }
}
