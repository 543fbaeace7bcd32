import type { ConditionSet, Explanation, Filter } from './explanation.ts'

/** One condition set for several subjects. Lists have an entry for each subject, in the order of the subjects. */
export interface ComparedSet {
  readonly index: number
  readonly description: string | null
  /** Undefined if the API has omitted the set because the flag is large. */
  readonly sets: Compared<ConditionSet>
  readonly filters: readonly Compared<Filter>[]
  readonly rollout: Compared<NonNullable<ConditionSet['rollout']>>
  /** The variant of a subject that the set includes. */
  readonly variant: Compared<string>
}

/** A value of each subject, which may be missing, and whether the subjects differ in it. */
export interface Compared<Value> {
  readonly values: readonly (Value | undefined)[]
  readonly differs: boolean
}

/**
 * Aligns the condition sets and filters of several explanations of one flag by their indexes. Subjects differ if one
 * matches and another does not. Different values that all match, such as e-mails, are no difference. Filters and
 * rollouts that were not evaluated for any subject are no difference either.
 */
export function compareSets(explanations: readonly Explanation[]): readonly ComparedSet[] {
  const indexes = distinct(explanations.flatMap(({ conditions }) => conditions.map(({ index }) => index)))
  return indexes.map((index) => {
    const sets = explanations.map(({ conditions }) => conditions.find((set) => set.index === index))
    const isReached = (at: number) => sets[at]?.reached ?? false
    const filterIndexes = distinct(sets.flatMap((set) => set?.filters.map((filter) => filter.index) ?? []))
    return {
      index,
      description: sets.find((set) => set !== undefined)?.description ?? null,
      sets: compared(sets, ({ outcome, reached }) => (reached ? outcome : 'not evaluated')),
      filters: filterIndexes.map((each) =>
        compared(
          sets.map((set) => set?.filters.find((filter) => filter.index === each)),
          ({ passed }) => passed,
          ({ asked }, at) => asked && isReached(at),
        ),
      ),
      rollout: compared(
        sets.map((set) => set?.rollout ?? undefined),
        ({ is_in: isIn }) => isIn,
        (_, at) => isReached(at) && sets[at]?.outcome !== 'no_condition_match',
      ),
      variant: compared(
        sets.map((set) => (set?.outcome === 'match' ? (set.variant?.chosen ?? undefined) : undefined)),
        (variant) => variant,
      ),
    }
  })
}

/** Returns the rows of a set that differ between subjects. */
export function differencesOnly(set: ComparedSet): ComparedSet {
  return { ...set, filters: set.filters.filter(({ differs }) => differs) }
}

export function setDiffers({ sets, filters, rollout, variant }: ComparedSet): boolean {
  return [sets, ...filters, rollout, variant].some(({ differs }) => differs)
}

function compared<Value>(
  values: readonly (Value | undefined)[],
  outcomeOf: (value: Value) => string | boolean | null,
  isEvaluated: (value: Value, at: number) => boolean = () => true,
): Compared<Value> {
  const outcomes = values.map((value) => (value === undefined ? undefined : outcomeOf(value)))
  const matters = values.some((value, at) => value !== undefined && isEvaluated(value, at))
  return { values, differs: matters && new Set(outcomes).size > 1 }
}

function distinct(indexes: readonly number[]): readonly number[] {
  return [...new Set(indexes)].sort((one, other) => one - other)
}
