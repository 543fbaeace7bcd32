import { neededFirst } from './needed-first.ts'

/** How many nodes are on the longest way that begins at one, itself included. A circle is not gone round again. */
export function longestWay(next: (id: number) => Iterable<number>, start: number): number {
  const lengths = new Map<number, number>()
  neededFirst([start], next, lengths.has.bind(lengths), (id) => {
    let longest = 0
    for (const target of next(id)) longest = Math.max(longest, lengths.get(target) ?? 0)
    lengths.set(id, longest + 1)
  })
  return lengths.get(start) ?? 1
}
