let turns = 0

/**
 * Begins the evaluation of flags for one subject by one snapshot, and answers a number that no other such turn has.
 * A subject does not change during its turn, so what was found out about it holds until the next.
 */
export function nextTurn(): number {
  turns += 1
  return turns
}
