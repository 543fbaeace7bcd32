import type { ExplainScope } from './explain-scope.ts'

/** What the parts of a search for the nearest change share. */
export interface ChangeScope extends ExplainScope {
  readonly effort: Effort
}

/**
 * What may still be tried, counted in comparisons of a value of some 40 ns each. It is counted rather than timed, so
 * that the same question has the same answer everywhere.
 */
export interface Effort {
  left: number
}

export const MAX_EFFORT = 500_000

/** Whether something of this size may still be tried. What comes last may take more than is left. */
export function spend(effort: Effort, size: number): boolean {
  if (effort.left <= 0 && size > 0) return false
  effort.left -= size
  return true
}
