/** From when on a flag that is on counts as stale, in days; null: never for that reason (FLAG-81 to FLAG-84). */
export interface Staleness {
  /** Code asked for it, and then not for so long. */
  readonly notCalledDays: number | null
  /** Nobody ever asked for it since it was made, so long ago. */
  readonly neverCalledDays: number | null
  /** It has answered everybody the same for so long, though code asks for it. */
  readonly rolledOutDays: number | null
}

/** Also a flag that nobody asked for is stale when it is older than this and answers everybody the same. */
export const CONSTANT_AFTER_DAYS = 30

/** What a project has unless it says otherwise: the rule that clients of this API know. */
export const USUAL_STALENESS: Staleness = { notCalledDays: 30, neverCalledDays: null, rolledOutDays: null }

/** Days that a rule may have. */
export const MAX_STALE_DAYS = 3650
