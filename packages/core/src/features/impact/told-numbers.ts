import { bySizeAndName, type Transitions } from './transition-matrix.ts'

/** Numbers are rounded down to a multiple of this for callers who cannot read the counted subjects (IMPACT-25). */
const STEP = 10

/** Returns a number of persons or groups rounded down: fewer than ten become zero. */
export function inSteps(count: number): number {
  return count - (count % STEP)
}

/**
 * Returns transitions with rounded numbers. Those with zero are omitted, and the order depends only on the rounded
 * numbers.
 */
export function transitionsInSteps({ changed, transitions }: Transitions): Transitions {
  const told = transitions.map((transition) => ({ ...transition, count: inSteps(transition.count), sample: [] }))
  return { changed: inSteps(changed), transitions: told.filter(({ count }) => count > 0).toSorted(bySizeAndName) }
}
