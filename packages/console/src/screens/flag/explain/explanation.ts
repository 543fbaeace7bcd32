/** The tree of a decision, as `test_evaluation` answers it (docs/behaviour: EXPLAIN). */
export interface Explanation {
  readonly key: string
  readonly summary: string
  readonly problem: string | null
  readonly enrollment: { readonly answer: boolean | null; readonly problem: string | null } | null
  readonly holdout: { readonly is_held_out: boolean; readonly bucket: Bucket } | null
  readonly conditions: readonly ConditionSet[]
  readonly nearest_change: { readonly answer: string | boolean; readonly sentence: string } | null
}

export interface ConditionSet {
  readonly index: number
  readonly description: string | null
  readonly reached: boolean
  readonly matched: boolean
  readonly outcome: string
  readonly filters: readonly Filter[]
  readonly rollout: Bucket | null
  readonly variant: VariantDraw | null
  readonly problem: string | null
}

export interface Bucket {
  /** From 0 to 1; null without an identifier. */
  readonly position: number | null
  /** 0 to 100. */
  readonly percentage: number
  readonly is_in: boolean
}

export interface VariantDraw {
  readonly chosen: string | null
  readonly is_pinned: boolean
  readonly position: number | null
  readonly ranges: readonly { readonly key: string; readonly from: number; readonly to: number }[]
}

export interface Filter {
  readonly index: number
  readonly type: string
  readonly key: string
  readonly operator: string
  readonly wanted: unknown
  readonly seen: unknown
  readonly is_missing: boolean
  readonly asked: boolean
  readonly passed: boolean | null
  readonly problem: string | null
  readonly flag: { readonly key: string | null; readonly explanation: Explanation | null } | null
}
