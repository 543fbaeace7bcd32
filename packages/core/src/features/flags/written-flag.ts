import type { Violation } from '../../foundation/validation/violation.ts'
import type { FlagDetails } from './flag-details.ts'

/** A flag that was just created or changed. */
export interface WrittenFlag extends FlagDetails {
  /**
   * What was wrong with it before and still is (FLAG-29), and what its filters are warned of (FLAG-56, FLAG-57); missing when there
   * is nothing.
   */
  readonly warnings?: readonly Violation[]
}

export function withWarnings(flag: FlagDetails, warnings: readonly Violation[]): WrittenFlag {
  return warnings.length > 0 ? { ...flag, warnings } : flag
}
