import type { UsageMeasure, UsageSum } from '../../data/records/usage.ts'
import type { FlagUsage, MeasuredCalls, UsageTotals } from './flag-usage-report.ts'
import type { RowBounds } from './query/range-step.ts'
import type { UsageReads } from './query/usage-reads.ts'

/** The calls of a flag in a range, for each measure by variant and SDK. */
export type FlagCalls = Readonly<Record<UsageMeasure, readonly UsageSum[]>>

export async function readCalls(reads: UsageReads, flagKey: string, bounds: RowBounds): Promise<FlagCalls> {
  const query = { ...bounds, flagKeys: [flagKey], by: ['variant', 'sdk'] } as const
  const exposures = await reads.sum({ measure: 'exposures', ...query })
  return { exposures, evaluations: await reads.sum({ measure: 'evaluations', ...query }) }
}

export function totalsOf(calls: FlagCalls, measure: UsageMeasure, users: number | null): UsageTotals {
  return { ...counted(calls, everything), users, errors: errorsIn(calls[measure], everything) }
}

export function variantTotals(
  calls: FlagCalls,
  measure: UsageMeasure,
  usersOf: (variant: string) => number | null,
): FlagUsage['byVariant'] {
  return distinct(calls, 'variant').map((variant) => {
    const isOfVariant = (sum: UsageSum) => sum.variant === variant
    return {
      variant: variant || null,
      ...counted(calls, isOfVariant),
      users: usersOf(variant),
      errors: errorsIn(calls[measure], isOfVariant),
    }
  })
}

export function sdkTotals(calls: FlagCalls): FlagUsage['sdks'] {
  return distinct(calls, 'sdk').map((sdk) => ({ sdk: sdk || null, ...counted(calls, (sum) => sum.sdk === sdk) }))
}

const everything = () => true

function distinct(calls: FlagCalls, dimension: 'variant' | 'sdk'): readonly string[] {
  const sums = [...calls.exposures, ...calls.evaluations]
  return [...new Set(sums.map((sum) => sum[dimension] ?? ''))].sort()
}

function counted(calls: FlagCalls, isWanted: (sum: UsageSum) => boolean): MeasuredCalls {
  const count = (measure: UsageMeasure) => calls[measure].filter(isWanted).reduce((sum, each) => sum + each.count, 0)
  return { exposures: count('exposures'), evaluations: count('evaluations') }
}

function errorsIn(sums: readonly UsageSum[], isWanted: (sum: UsageSum) => boolean): number {
  return sums.filter(isWanted).reduce((sum, each) => sum + each.errors, 0)
}
