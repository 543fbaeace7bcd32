/** Things in an order in which each comes behind what it needs, and those that no order can be found for. */
export interface DependencyOrder<T> {
  readonly ordered: readonly T[]
  /** They need themselves, over others or not. */
  readonly circular: readonly T[]
}

/** Orders things by what they need; names of other things do not count. Those that need nothing stay in their order. */
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
  // It grows while it is walked: whoever has waited for the last of what it needs is appended.
  for (const item of ordered) {
    for (const waiting of needing.get(nameOf(item)) ?? []) {
      const left = (missing.get(waiting) ?? 0) - 1
      missing.set(waiting, left)
      if (left === 0) ordered.push(waiting)
    }
  }
  return { ordered, circular: items.filter((item) => (missing.get(item) ?? 0) > 0) }
}
