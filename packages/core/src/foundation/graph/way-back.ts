/** Ids from `start` over what they lead to back to `start`. Walks with a list of its own: chains may be long. */
export function wayBack(next: ReadonlyMap<number, readonly number[]>, start: number): readonly number[] | undefined {
  const cameFrom = new Map<number, number>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const target of next.get(id) ?? []) {
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
