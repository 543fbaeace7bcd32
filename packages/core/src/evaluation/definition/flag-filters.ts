import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { Operator } from './operator.ts'

/** The rules of a flag in the format of the API (docs/reference/filters.md), with the names of the API. */
export interface FlagFilters {
  /** Condition sets: the first one that matches the subject decides. */
  readonly groups: readonly ConditionSet[]
  readonly multivariate?: { readonly variants: readonly Variant[] } | null | undefined
  /** JSON text by variant key, or by `true` for a flag without variants. */
  readonly payloads?: { readonly [key: string]: string } | null | undefined
  readonly aggregation_group_type_index?: number | null | undefined
  readonly holdout?: { readonly id: number; readonly exclusion_percentage: number } | null | undefined
  readonly feature_enrollment?: boolean | null | undefined
  readonly early_exit?: boolean | null | undefined
}

/** Filters that must all pass, and the percentage of matching subjects that are included. */
export interface ConditionSet {
  readonly properties?: readonly PropertyFilter[] | null | undefined
  /** 0 to 100; missing or null means 100. */
  readonly rollout_percentage?: number | null | undefined
  /** A variant that overrides the hashed one. */
  readonly variant?: string | null | undefined
  /** null: users; a number: that group type; missing: the value of the flag. */
  readonly aggregation_group_type_index?: number | null | undefined
  readonly description?: string | null | undefined
  readonly sort_key?: JsonValue | undefined
}

/** The kind of data that a filter tests. */
export type PropertyType = 'person' | 'cohort' | 'group' | 'flag' | 'person_metadata'

/** One condition on a subject. */
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

/** One of the results between which a multivariate flag divides its subjects. */
export interface Variant {
  readonly key: string
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  /** 0 to 100; the sum of one flag's variants is 100. */
  readonly rollout_percentage: number
}

/** Filters whose fields have the right types, without any other validation. */
export interface FilterInput extends Omit<FlagFilters, 'groups' | 'payloads'> {
  readonly groups?: FlagFilters['groups'] | undefined
  readonly payloads?: { readonly [key: string]: JsonValue } | null | undefined
}
