import { newSeenFlag, newUnknownFlag, newUsageCount, newUserSet } from '@flagdeck/core/fixtures'
import type { Transaction } from '@flagdeck/core/store'
import { EVER } from './full-usage.ts'
import type { TenantCalls } from './tenant-calls.ts'

const MAKES_A_ROW = 'it makes a row of the tenant that the row names'
const KEEPS_HOUSE = 'it removes what is old, whoever has it'

/** Calls of the methods for the usage of flags. */
export const USAGE_TENANT_CALLS: Pick<TenantCalls, 'usageCounts' | 'userSets' | 'seenFlags' | 'claimedEvents'> = {
  usageCounts: {
    sum: (tx, _, as) => tx.usageCounts.sum(as.project.id, { ...EVER, by: [] }),
    add: MAKES_A_ROW,
    deleteBefore: KEEPS_HOUSE,
  },
  userSets: {
    list: (tx, _, as) => tx.userSets.list(as.project.id, EVER),
    lock: (tx, own, as) => tx.userSets.lock([{ ...own.userSet, projectId: as.project.id }]),
    save: MAKES_A_ROW,
    deleteBefore: KEEPS_HOUSE,
  },
  seenFlags: {
    find: (tx, own, as) => tx.seenFlags.find(as.project.id, `seen-${own.flag.key}`),
    findMany: (tx, own, as) => tx.seenFlags.findMany(as.project.id, [`seen-${own.flag.key}`]),
    listUnknown: (tx, _, as) => tx.seenFlags.listUnknown(as.project.id, 10),
    note: MAKES_A_ROW,
    noteUnknown: MAKES_A_ROW,
    deleteUnknownBefore: KEEPS_HOUSE,
  },
  claimedEvents: {
    claim: 'it answers what nobody had, which STORE-462 looks at',
    deleteBefore: KEEPS_HOUSE,
  },
}

/** Returns writes that reference a missing project. */
export function danglingUsageWrites(projectId: number): ((tx: Transaction) => Promise<unknown>)[] {
  return [
    (tx) => tx.usageCounts.add([newUsageCount({ projectId })]),
    (tx) => tx.userSets.save([newUserSet({ projectId })]),
    (tx) => tx.seenFlags.note([newSeenFlag({ projectId })]),
    (tx) => tx.seenFlags.noteUnknown([newUnknownFlag({ projectId })], 10),
  ]
}
