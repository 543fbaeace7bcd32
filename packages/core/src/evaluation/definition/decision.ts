/**
 * The reason for the result of a flag (docs/reference/reasons.md). `flag_not_found` and `missing_distinct_id` are
 * additions of Flagdeck.
 */
export type ReasonCode =
  | 'super_condition_value'
  | 'holdout_condition_value'
  | 'condition_match'
  | 'out_of_rollout_bound'
  | 'no_condition_match'
  | 'no_group_type'
  | 'flag_disabled'
  | 'missing_dependency'
  | 'flag_not_found'
  | 'missing_distinct_id'
  | 'evaluation_failed'

/** The reason for the result of a flag, as a code and as a sentence. */
export interface Reason {
  readonly code: ReasonCode
  /** Counted from 0; null if the result is not due to a single condition. */
  readonly conditionIndex: number | null
  readonly description: string
}

/** The result of a flag for one subject. */
export interface Decision {
  readonly key: string
  readonly enabled: boolean
  /** The variant's key; null for a flag without variants, and if the flag is off. */
  readonly variant: string | null
  /** JSON text, as stored; null if the result has no payload. */
  readonly payload: string | null
  readonly reason: Reason
  /** The flag's id and version; null if there is no such flag. */
  readonly flagId: number | null
  readonly version: number | null
  /** Whether the flag's definition could not be evaluated; `enabled` is then false. */
  readonly failed: boolean
}
