/** Why a flag answered what it did (docs/reference/reasons.md). `flag_not_found` and
 * `missing_distinct_id` are ours. */
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

/** Why a flag answered what it did, for programs and for people. */
export interface Reason {
  readonly code: ReasonCode
  /** Counted from 0; null where no single condition decided. */
  readonly conditionIndex: number | null
  readonly description: string
}

/** What a flag answers for one subject. */
export interface Decision {
  readonly key: string
  readonly enabled: boolean
  /** The variant's key; null for a flag without variants, and when it is off. */
  readonly variant: string | null
  /** JSON text, as stored; null when the answer has none. */
  readonly payload: string | null
  readonly reason: Reason
  /** The flag's id and version; null when there is no such flag. */
  readonly flagId: number | null
  readonly version: number | null
  /** The flag's definition could not be evaluated; `enabled` is false because nothing better is known. */
  readonly failed: boolean
}
