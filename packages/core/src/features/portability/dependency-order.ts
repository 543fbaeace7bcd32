/** Items ordered so that each follows the items that it needs, and the items that have no such order. */
export interface DependencyOrder<T> {
  readonly ordered: readonly T[]
  /** Items that need themselves, directly or indirectly, or need such an item. */
  readonly circular: readonly T[]
}

/** Orders items by what they need; other names are ignored. Items without needs stay in their order. */
export function inDependencyOrder<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  needs: (item: T) => readonly string[],
): DependencyOrder<T> {
  const named = new Map(items.map((item) => [nameOf(item), item]))
  const missing = new Map<T, number>()
  const needing = new Map<string, T[]>()
  for (const item of items) {
    const needed = [...new Set(needs(item))].filter((name) => named.has(name))
    missing.set(item, needed.length)
    for (const name of needed) {
      const others = needing.get(name)
      if (others) others.push(item)
      else needing.set(name, [item])
    }
  }
  const ordered = items.filter((item) => missing.get(item) === 0)
  // The list grows during the iteration: an item is appended after the last item that it needs.
  for (const item of ordered) {
    for (const waiting of needing.get(nameOf(item)) ?? []) {
      const left = (missing.get(waiting) ?? 0) - 1
      missing.set(waiting, left)
      if (left === 0) ordered.push(waiting)
    }
  }
  return { ordered, circular: items.filter((item) => (missing.get(item) ?? 0) > 0) }
}
