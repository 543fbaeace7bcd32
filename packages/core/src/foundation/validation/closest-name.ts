/** The known name that was probably meant, if any is at most `limit` letters away. */
export function closestName(
  written: string,
  known: readonly string[],
  limit = Math.max(2, written.length / 3),
): string | undefined {
  const best = known
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase(), limit) }))
    .toSorted((a, b) => a.distance - b.distance)[0]
  return best && best.distance <= limit ? best.name : undefined
}

/** The end of a sentence about an unknown name. */
export function didYouMean(written: string, known: readonly string[]): string {
  const closest = closestName(written, known)
  return closest === undefined ? '.' : `; did you mean ${closest}?`
}

/** How many letters have to be added, taken away or changed to get from one text to the other; Infinity beyond the limit. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return Infinity
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (let column = 1; column <= to.length; column++) {
      const change = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > limit) return Infinity
    row = next
  }
  return row[to.length] ?? 0
}
