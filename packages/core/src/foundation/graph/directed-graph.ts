/**
 * Visits nodes in topological order: each after the nodes that it needs, and the start last. Each node is visited once,
 * unless it is done already. In a cycle, a node is visited before some that it needs. It uses an explicit stack instead
 * of recursion, because chains may be long.
 */
export function inTopologicalOrder<T extends NonNullable<unknown>>(
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
    // A needed node comes first.
    if (path.length > length) continue
    path.pop()
    if (!isDone(node)) visit(node)
  }
}

/** Returns the number of nodes on the longest path from `start`, including `start`. Cycles are followed once. */
export function longestPath(next: (id: number) => Iterable<number>, start: number): number {
  const lengths = new Map<number, number>()
  inTopologicalOrder([start], next, lengths.has.bind(lengths), (id) => {
    let longest = 0
    for (const target of next(id)) longest = Math.max(longest, lengths.get(target) ?? 0)
    lengths.set(id, longest + 1)
  })
  return lengths.get(start) ?? 1
}

/**
 * Returns all ids that can be reached from `start`, over any number of others. It contains an id of `start` only if
 * that can be reached as well.
 */
export function reachable(next: (id: number) => Iterable<number>, start: Iterable<number>): ReadonlySet<number> {
  const found = new Set<number>()
  const open = [...start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const target of next(id)) {
      if (found.has(target)) continue
      found.add(target)
      open.push(target)
    }
  }
  return found
}

/**
 * Returns a cycle through `start`: its ids, with `start` at both ends; undefined if there is none. It uses an explicit
 * stack instead of recursion, because chains may be long.
 */
export function cycleThrough(next: (id: number) => Iterable<number>, start: number): readonly number[] | undefined {
  const cameFrom = new Map<number, number>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const target of next(id)) {
      if (target === start) return [...trail(cameFrom, start, id), start]
      if (cameFrom.has(target)) continue
      cameFrom.set(target, id)
      open.push(target)
    }
  }
  return undefined
}

function trail(cameFrom: ReadonlyMap<number, number>, start: number, end: number): number[] {
  const ids = [end]
  for (let id = end; id !== start; ) {
    id = cameFrom.get(id) ?? start
    ids.unshift(id)
  }
  return ids
}
