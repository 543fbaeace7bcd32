import type { StoredUserSet } from '../../../data/records/usage.ts'
import { OTHER_VALUE, shownValues } from './breakdown-values.ts'
import { type Measured, type MeasuredValues, type Measurement, nothing } from './measure.ts'
import type { Breakdown } from './trends-query.ts'
import { isImpossible } from './usage-filter.ts'
import type { UsageReads } from './usage-reads.ts'
import { UserTally } from './user-tally.ts'

/** Counts distinct users or groups. Sets are merged and never added up (INSIGHT-22). */
export async function countUsers(reads: UsageReads, asked: Measurement): Promise<MeasuredValues> {
  if (isImpossible(asked.filter)) return nothing(asked)
  const { breakdown } = asked
  return breakdown ? countByValue(reads, asked, breakdown) : countTogether(reads, asked)
}

const EVERYBODY = ''

async function countTogether(reads: UsageReads, asked: Measurement): Promise<MeasuredValues> {
  const tally = await tallyUsers(reads, asked, () => EVERYBODY)
  return { values: [{ value: null, ...tally.of(EVERYBODY) }], approximate: tally.isApproximate }
}

async function countByValue(reads: UsageReads, asked: Measurement, breakdown: Breakdown): Promise<MeasuredValues> {
  const tally = await tallyUsers(reads, asked, (set) => storedValue(set, breakdown))
  const shown = shownValues(tally.totals(), breakdown)
  const storedOf = Map.groupBy(tally.totals().keys(), shown.placeOf)
  const values: Measured[] = []
  for (const value of shown.order) {
    const stored = storedOf.get(value) ?? []
    values.push({ value, ...(await tallyOf(stored)) })
  }
  return { values, approximate: tally.isApproximate }

  // Values that are shown as one have users in common, so their sets are read again and merged.
  async function tallyOf(stored: readonly string[]) {
    const [only = EVERYBODY] = stored
    if (stored.length === 1) return tally.of(only)
    const isOther = (set: StoredUserSet) => shown.placeOf(storedValue(set, breakdown)) === OTHER_VALUE
    return (await tallyUsers(reads, asked, (set) => (isOther(set) ? OTHER_VALUE : undefined))).of(OTHER_VALUE)
  }
}

function storedValue(set: StoredUserSet, { dimension }: Breakdown): string {
  return dimension === 'flagKey' ? set.flagKey : set.variant
}

/** Merges the sets of each place; sets without a place are ignored. */
async function tallyUsers(
  reads: UsageReads,
  asked: Measurement,
  placeOf: (set: StoredUserSet) => string | undefined,
): Promise<UserTally> {
  const { measure, groupTypeIndex, bounds, filter } = asked
  const { flagKeys, variants } = filter
  const tally = new UserTally(asked)
  await reads.eachUserSet(
    { measure, groupTypeIndex, ...bounds, ...(flagKeys && { flagKeys }), ...(variants && { variants }) },
    (set) => {
      const place = placeOf(set)
      if (place !== undefined) return tally.add(place, set)
    },
  )
  await tally.close()
  return tally
}
