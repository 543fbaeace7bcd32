/** Returns the known name that a mistyped name probably means; undefined if none is similar. */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  const text = plain(written)
  if (text === '') return undefined
  const most = Math.max(1, Math.floor(text.length / 4))
  const near = known
    .map((name) => ({ name, distance: distanceOf(text, plain(name)) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.name ?? known.find((name) => text.length > 1 && plain(name).startsWith(text))
}

/** `App-Version`, `appVersion` and `app_version` are treated as the same name. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_$-]/g, '')

/** Returns the number of letters that differ. Two swapped neighbouring letters count as one. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY
  let [last, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swap = isSwap ? (last[column - 2] ?? 0) + 1 : change
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, change, swap))
    }
    ;[last, previous] = [previous, current]
  }
  return previous[b.length] ?? 0
}
