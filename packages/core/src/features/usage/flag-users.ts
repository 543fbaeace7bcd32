import type { UsageMeasure } from '../../data/records/usage.ts'
import type { RangeStep, RowBounds } from './query/range-step.ts'
import type { UsageReads } from './query/usage-reads.ts'
import { UserTally } from './query/user-tally.ts'

/** The distinct users of a flag in a range. */
export interface FlagUsers {
  readonly inAll: number | null
  readonly byStep: readonly number[]
  ofVariant(variant: string): number | null
  /** Whether any number is an estimate. */
  readonly approximate: boolean
}

const EVERYBODY = ''

/** The result when some of the sets are no longer stored. */
export const USERS_NOT_KEPT: FlagUsers = { inAll: null, byStep: [], ofVariant: () => null, approximate: false }

/** Merges the sets of users of a flag in several ways in one pass, so that each set is read only once. */
export async function readUsers(
  reads: UsageReads,
  flagKey: string,
  measure: UsageMeasure,
  bounds: RowBounds,
  steps: readonly RangeStep[],
): Promise<FlagUsers> {
  const all = new UserTally({ steps, shape: 'total' })
  const byStep = new UserTally({ steps, shape: 'steps' })
  const byVariant = new UserTally({ steps, shape: 'total' })
  await reads.eachUserSet({ measure, ...bounds, flagKeys: [flagKey] }, async (set) => {
    await all.add(EVERYBODY, set)
    await byStep.add(EVERYBODY, set)
    await byVariant.add(set.variant, set)
  })
  for (const tally of [all, byStep, byVariant]) await tally.close()
  return {
    inAll: all.of(EVERYBODY).total,
    byStep: byStep.of(EVERYBODY).data,
    ofVariant: (variant) => byVariant.of(variant).total,
    // All users include those that are counted separately.
    approximate: all.isApproximate,
  }
}
