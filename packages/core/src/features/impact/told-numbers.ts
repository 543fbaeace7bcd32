import { bySizeAndName, type Transitions } from './transition-matrix.ts'

/** Numbers are told in steps of this many to whom may not know who is in them (IMPACT-25). */
const STEP = 10

/** A number of persons or groups, rounded down: fewer than ten are told as none. */
export function inSteps(count: number): number {
  return count - (count % STEP)
}

/** Transitions in such numbers: a small one is not told at all, and the order says no more than the numbers. */
export function transitionsInSteps({ changed, transitions }: Transitions): Transitions {
  const told = transitions.map((transition) => ({ ...transition, count: inSteps(transition.count), sample: [] }))
  return { changed: inSteps(changed), transitions: told.filter(({ count }) => count > 0).toSorted(bySizeAndName) }
}
