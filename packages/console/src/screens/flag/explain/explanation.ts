import type { Output } from '../../../api/call.ts'
import type { FilterResult } from '../../../text/filter-sentence.ts'

export type Evaluation = Output<'testEvaluation'>

/** The explanation of an evaluation, as `test_evaluation` returns it (docs/behaviour: EXPLAIN). */
export interface Explanation {
  readonly key: string
  readonly problem: string | null
  readonly enrollment: { readonly answer: boolean | null; readonly problem: string | null } | null
  readonly holdout: { readonly is_held_out: boolean; readonly bucket: Bucket } | null
  readonly conditions: readonly ConditionSet[]
  readonly nearest_change: NearestChange | null
}

export interface ConditionSet {
  readonly index: number
  readonly description: string | null
  readonly reached: boolean
  readonly matched: boolean
  readonly outcome: string
  readonly aggregation: { readonly group_type: string | null }
  readonly filters: readonly Filter[]
  readonly rollout: Bucket | null
  readonly variant: VariantChoice | null
  readonly problem: string | null
}

export interface Bucket {
  /** From 0 to 1; null without an identifier. */
  readonly position: number | null
  /** From 0 to 100. */
  readonly percentage: number
  readonly is_in: boolean
}

export interface VariantChoice {
  readonly chosen: string | null
  readonly is_pinned: boolean
  readonly position: number | null
  readonly ranges: readonly { readonly key: string; readonly from: number; readonly to: number }[]
}

export interface Filter extends FilterResult {
  readonly index: number
  readonly asked: boolean
  readonly flag: { readonly key: string | null; readonly explanation: Explanation | null } | null
}

/** The smallest change of the flag or of the user that would change the result. */
export interface NearestChange {
  readonly steps: readonly ChangeStep[]
  readonly answer: string | boolean
  /** All steps in the wording of the API. */
  readonly sentence: string
}

/** One step of a change. Indexes count from 0. */
export type ChangeStep =
  | { readonly kind: 'switch_on' | 'switch_off' | 'add_condition' }
  | {
      readonly kind: 'raise_rollout' | 'lower_rollout'
      readonly condition_index: number
      readonly from: number
      readonly to: number
    }
  | { readonly kind: 'lower_holdout'; readonly id: unknown; readonly from: number; readonly to: number }
  | { readonly kind: 'set_enrollment'; readonly property: string; readonly value: boolean }
  | {
      readonly kind: 'set_property'
      readonly condition_index: number
      readonly owner: { readonly kind: string; readonly group_type?: string }
      readonly property: string
      readonly requirements: readonly { readonly operator: string; readonly value: unknown }[]
    }
  | { readonly kind: 'join_cohort' | 'leave_cohort'; readonly condition_index: number; readonly cohort_id: string }
  | {
      readonly kind: 'change_flag'
      readonly condition_index: number
      readonly flag: string
      readonly value: string | boolean
    }
  | { readonly kind: 'join_group'; readonly condition_index: number; readonly group_type: string }
  | { readonly kind: 'identify'; readonly condition_index: number; readonly source: string }

/** Returns the explanation of an evaluation. The API declares it as any JSON object; its rules define this shape. */
export function explanationOf(evaluation: Evaluation): Explanation {
  return evaluation.explanation as unknown as Explanation
}

/** Returns ids of the cohorts that an explanation shows, including those of flags that it depends on. */
export function cohortIdsOf({ conditions }: Explanation): readonly string[] {
  return conditions
    .flatMap(({ filters }) => filters)
    .flatMap((filter) => {
      if (filter.type === 'cohort') return [cohortIdOf(filter)]
      return filter.flag?.explanation ? cohortIdsOf(filter.flag.explanation) : []
    })
}

/** Returns names of the user properties that the condition sets of a flag filter on. */
export function propertiesOf({ conditions }: Explanation): ReadonlySet<string> {
  const filters = conditions.flatMap((set) => set.filters)
  return new Set(filters.filter(({ type }) => type === 'person').map(({ key }) => key))
}

export function cohortIdOf({ wanted }: Pick<Filter, 'wanted'>): string {
  return String(wanted)
}
