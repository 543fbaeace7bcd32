/** The maximum number of lines that are always shown completely. */
const FEW = 6

/**
 * Returns the lines that the other side does not have, and the number of omitted lines. Short lists, and lists that
 * only have another order, are returned completely.
 */
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
