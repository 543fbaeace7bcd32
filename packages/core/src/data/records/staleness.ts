/** When an enabled flag counts as stale, in days; null: never for that reason (FLAG-81 to FLAG-84). */
export interface Staleness {
  /** Days since code last evaluated it. */
  readonly notCalledDays: number | null
  /** Days since its creation, if code never evaluated it. */
  readonly neverCalledDays: number | null
  /** Days for which it has had the same result for all subjects, although code evaluates it. */
  readonly rolledOutDays: number | null
}

/** A flag that code never evaluated is also stale if it is older than this and has the same result for all subjects. */
export const CONSTANT_AFTER_DAYS = 30

/** The default of a project: the rule that clients of this API know. */
export const USUAL_STALENESS: Staleness = { notCalledDays: 30, neverCalledDays: null, rolledOutDays: null }

/** The maximum number of days of a rule. */
export const MAX_STALE_DAYS = 3650
