import type { Transition } from './transition-matrix.ts'

/** The largest first, and those of one size by their names. */
export function bySizeAndName(one: Transition, other: Transition): number {
  return other.count - one.count || compare(one.from, other.from) || compare(one.to, other.to)
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
