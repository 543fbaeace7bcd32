import type { Flag } from '../../data/records/flag.ts'
import { flagGrowth } from '../../data/records/live-totals.ts'
import type { Transaction } from '../../data/store.ts'
import { claimGrowth, type GrowingContext } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { GrowingRow } from '../../runtime/project-totals.ts'
import { requireEncryptionKey } from '../../runtime/secrets/encryption-check.ts'
import { flagIndex } from './flag-index.ts'
import { payloadsOf } from './sealed-payloads.ts'

/** The part of a context that storing a flag needs. */
type StoringContext = GrowingContext & Pick<ProjectContext, 'payloadCipher' | 'clock' | 'dependencies'>

/** The records that a write of a flag has already read, in the statement that locks the project. */
export interface RowBasis extends Pick<GrowingRow, 'totals'> {
  /** The stored flag; undefined for a new one. */
  readonly before?: Flag
}

/**
 * Stores the row of a flag. Every operation that writes a flag calls this, so the limits of the project are checked
 * here (FLAG-124). The project must be locked.
 */
export async function storeFlagRow(
  tx: Transaction,
  ctx: StoringContext,
  flag: Flag,
  { before, totals }: RowBasis,
): Promise<void> {
  const growth = flagGrowth(before, flag)
  await claimGrowth(tx, ctx, { label: `flag ${flag.key}`, growth, isNew: !before, totals })
  if (sealsPayloads(flag, before)) await requireEncryptionKey(tx, ctx)
  const index = flagIndex(flag)
  // The lock prevents concurrent writes; the expected version verifies that.
  if (before) await tx.flags.replace(flag, index, before.version)
  else await tx.flags.insert(flag, index)
  if (flag.filters !== before?.filters || flag.deleted !== before.deleted) ctx.dependencies?.update(flag)
}

/** Whether the write encrypts a payload, instead of leaving all of them unchanged. */
function sealsPayloads(flag: Flag, before: Flag | undefined): boolean {
  if (!flag.hasEncryptedPayloads || flag.filters === before?.filters) return false
  const kept = new Set(before ? Object.values(payloadsOf(before.filters)) : [])
  return Object.values(payloadsOf(flag.filters)).some((payload) => !kept.has(payload))
}
