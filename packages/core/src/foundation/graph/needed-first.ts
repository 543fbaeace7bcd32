/**
 * Visits what leads to nothing else first, then what needs only that, up to the start. Each is visited once, unless it is
 * done already, and in a circle before what it needs. Walks with a list of its own: chains may be long.
 */
export function neededFirst<T extends NonNullable<unknown>>(
  start: Iterable<T>,
  needs: (node: T) => Iterable<T>,
  isDone: (node: T) => boolean,
  visit: (node: T) => void,
): void {
  const path = [...start]
  const underway = new Set<T>()
  for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
    const length = path.length
    if (!isDone(node) && !underway.has(node)) {
      underway.add(node)
      for (const needed of needs(node)) if (!isDone(needed) && !underway.has(needed)) path.push(needed)
    }
    // Something that it needs comes first.
    if (path.length > length) continue
    path.pop()
    if (!isDone(node)) visit(node)
  }
}
