import { newSeenFlag, newUnknownFlag, newUsageCount, newUserSet } from '@flagdeck/core/fixtures'
import type {
  ReadTransaction,
  StoredUserSet,
  Transaction,
  UnknownFlag,
  UsageCount,
  UsagePeriod,
} from '@flagdeck/core/store'

/** Recorded usage of a project's flags, with a row of every type. */
export interface FullUsage {
  readonly usageCount: UsageCount
  readonly userSet: StoredUserSet
  readonly unknownFlag: UnknownFlag
}

export async function insertFullUsage(tx: Transaction, projectId: number, flagKey: string): Promise<FullUsage> {
  const usageCount = newUsageCount({ projectId, flagKey })
  const userSet = newUserSet({ projectId, flagKey })
  const unknownFlag = newUnknownFlag({ projectId })
  await tx.usageCounts.add([usageCount])
  await tx.userSets.save([userSet])
  await tx.seenFlags.note([newSeenFlag({ projectId, flagKey: `seen-${flagKey}` })])
  await tx.seenFlags.noteUnknown([unknownFlag], 10)
  return { usageCount, userSet, unknownFlag }
}

/** A query for all counts of a measure and period. */
export const EVER = { measure: 'exposures', period: 'bucket', from: '', until: '~' } as const

/** Returns everything that can be read of the usage of a project's flags, for comparing two states. */
export async function dumpOfUsage(tx: ReadTransaction, projectId: number): Promise<unknown> {
  const ofPeriod = (period: UsagePeriod) => [
    tx.usageCounts.sum(projectId, { ...EVER, period, by: ['start', 'flagKey', 'variant', 'sdk'] }),
    tx.userSets.list(projectId, { ...EVER, period }),
  ]
  return Promise.all([tx.seenFlags.listUnknown(projectId, 1000), ...ofPeriod('bucket'), ...ofPeriod('day')])
}
