/** All ids that one leads to, over however many others; itself only when a way leads back to it. */
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
