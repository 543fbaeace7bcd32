import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { Operator } from './operator.ts'

/** Who a flag is for, as the API carries it (docs/reference/filters.md). Names are the wire's own. */
export interface FlagFilters {
  /** Condition sets: any one of them lets a subject in; the first that matches decides. */
  readonly groups: readonly ConditionSet[]
  readonly multivariate?: { readonly variants: readonly Variant[] } | null | undefined
  /** JSON text by variant key, or by `true` for a flag without variants. */
  readonly payloads?: { readonly [key: string]: string } | null | undefined
  readonly aggregation_group_type_index?: number | null | undefined
  readonly holdout?: { readonly id: number; readonly exclusion_percentage: number } | null | undefined
  readonly feature_enrollment?: boolean | null | undefined
  readonly early_exit?: boolean | null | undefined
}

/** Filters that must all pass, and how many of those who pass are let in. */
export interface ConditionSet {
  readonly properties?: readonly PropertyFilter[] | null | undefined
  /** 0 to 100; missing or null means 100. */
  readonly rollout_percentage?: number | null | undefined
  /** A variant to give instead of the hashed one. */
  readonly variant?: string | null | undefined
  /** null: a person; a number: that group type; missing: whatever the flag says. */
  readonly aggregation_group_type_index?: number | null | undefined
  readonly description?: string | null | undefined
  readonly sort_key?: JsonValue | undefined
}

export type PropertyType = 'person' | 'cohort' | 'group' | 'flag' | 'person_metadata'

/** One question about a subject. */
export interface PropertyFilter {
  readonly key: string
  readonly value?: JsonValue | undefined
  readonly type: PropertyType
  /** Missing or null: `exact`. */
  readonly operator?: Operator | null | undefined
  readonly group_type_index?: number | null | undefined
  readonly negation?: boolean | null | undefined
  readonly label?: string | null | undefined
  readonly cohort_name?: string | null | undefined
  readonly group_key_names?: JsonValue | undefined
}

/** One of the answers between which a multivariate flag divides its subjects. */
export interface Variant {
  readonly key: string
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  /** 0 to 100; those of one flag add up to 100. */
  readonly rollout_percentage: number
}

/** Filters whose every part has the right shape, and nothing more is known of them. */
export interface FilterInput extends Omit<FlagFilters, 'groups' | 'payloads'> {
  readonly groups?: FlagFilters['groups'] | undefined
  readonly payloads?: { readonly [key: string]: JsonValue } | null | undefined
}
