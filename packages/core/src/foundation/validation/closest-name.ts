/**
 * How different a name may be from a known one. A `suggestion` only helps to correct a name that is refused anyway. A
 * `near miss` is refused where other unknown names are accepted, so it allows one different letter, or a quarter of
 * them.
 */
type Nearness = 'suggestion' | 'near miss'

/**
 * Returns the most similar known name: one that differs only in case, `_` and `-`, or else the one with the fewest
 * different letters, if these are few enough.
 */
export function closestName(
  written: string,
  known: readonly string[],
  nearness: Nearness = 'suggestion',
): string | undefined {
  const plain = plainName(written)
  const same = known.find((name) => plainName(name) === plain)
  if (same !== undefined) return same
  const limit =
    nearness === 'suggestion' ? Math.max(2, written.length / 3) : Math.max(1, Math.floor(written.length / 4))
  const best = known
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase(), limit) }))
    .toSorted((a, b) => a.distance - b.distance)[0]
  return best && best.distance <= limit ? best.name : undefined
}

/** Returns the end of a sentence about an unknown name: a suggestion, if there is a similar one. */
export function didYouMean(written: string, known: readonly string[]): string {
  const closest = closestName(written, known)
  return closest === undefined ? '.' : `; did you mean ${closest}?`
}

/** Returns a name without case, `_` and `-`. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '').replaceAll('-', '')
}

/**
 * Returns how many letters must be added, removed, changed or swapped with the next one to transform one text into the
 * other; Infinity above the limit.
 */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return Infinity
  const letters = [...from]
  let before: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of letters.entries()) {
    const next = [line + 1]
    for (let column = 1; column <= to.length; column++) {
      const change = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      const isSwapped = letter === to[column - 2] && letters[line - 1] === to[column - 1]
      const swap = isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity
      next.push(Math.min(change, swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    // A swap continues from the row before the last.
    if (Math.min(...next, ...row.map((distance) => distance + 1)) > limit) return Infinity
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
