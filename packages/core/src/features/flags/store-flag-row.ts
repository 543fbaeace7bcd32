import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import type { LiveTotals } from '../../data/tables/flag-table.ts'
import { jsonBytes } from '../../foundation/json/json-bytes.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { violation } from '../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { requireEncryptionKey } from '../../runtime/secrets/encryption-check.ts'
import { flagIndex } from './flag-index.ts'
import { payloadsOf } from './sealed-payloads.ts'

/** What storing a flag takes of a context. */
type StoringContext = Pick<ProjectContext, 'project' | 'limits' | 'flagTotals' | 'payloadCipher' | 'clock'>

/** What a write of a flag has read beforehand, in the statement that locks the project. */
export interface RowBasis {
  /** The stored flag; undefined for a new one. */
  readonly before?: Flag
  /** The totals of the project. They are read here when they are missing and needed, which costs a round trip. */
  readonly totals?: LiveTotals | undefined
}

/**
 * Stores the row of a flag. Every operation that writes a flag ends here, so the bound on the filters of all live flags is
 * checked here (FLAG-124). The project must be locked.
 */
export async function storeFlagRow(
  tx: Transaction,
  ctx: StoringContext,
  flag: Flag,
  { before, totals }: RowBasis,
): Promise<void> {
  const growth = growthOf(flag, before)
  if (growth.filtersBytes > 0) refuseOverBound(ctx, totals ?? (await liveTotals(tx, ctx)), growth)
  if (sealsPayloads(flag, before)) await requireEncryptionKey(tx, ctx)
  const index = flagIndex(flag)
  // The lock keeps other writers away; the expected version guards that promise.
  if (before) await tx.flags.replace(flag, index, before.version)
  else await tx.flags.insert(flag, index)
  ctx.flagTotals?.add(growth)
}

/** Whether a payload is encrypted now, and not merely kept as it was. */
function sealsPayloads(flag: Flag, before: Flag | undefined): boolean {
  if (!flag.hasEncryptedPayloads || flag.filters === before?.filters) return false
  const kept = new Set(before ? Object.values(payloadsOf(before.filters)) : [])
  return Object.values(payloadsOf(flag.filters)).some((payload) => !kept.has(payload))
}

/** The totals of the project's live flags: those of the open batch, or of the store. */
export function liveTotals(tx: ReadTransaction, { project, flagTotals }: StoringContext): Promise<LiveTotals> {
  return flagTotals ? flagTotals.read(tx, project.id) : tx.flags.liveTotals(project.id)
}

/** What storing the flag adds to the totals. Filters are only measured if they differ, since measuring takes time. */
function growthOf(flag: Flag, before: Flag | undefined): LiveTotals {
  if (before && before.deleted === flag.deleted && (flag.deleted || before.filters === flag.filters)) {
    return { flags: 0, filtersBytes: 0 }
  }
  const [after, earlier] = [liveSize(flag), liveSize(before)]
  return { flags: after.flags - earlier.flags, filtersBytes: after.filtersBytes - earlier.filtersBytes }
}

function liveSize(flag: Flag | undefined): LiveTotals {
  return flag && !flag.deleted ? { flags: 1, filtersBytes: jsonBytes(flag.filters) } : { flags: 0, filtersBytes: 0 }
}

function refuseOverBound({ limits }: StoringContext, totals: LiveTotals, growth: LiveTotals): void {
  const { maxProjectFiltersBytes } = limits
  const size = totals.filtersBytes + growth.filtersBytes
  if (size <= maxProjectFiltersBytes) return
  const [bytes, limit] = [size, maxProjectFiltersBytes].map((number) => number.toLocaleString('en-US'))
  const detail =
    `The filters of all feature flags of this project would take ${bytes} bytes. The limit is ${limit} bytes. ` +
    'Please delete unused feature flags or shorten payloads.'
  refuseIfAny([violation('filters', 'invalid_input', detail)])
}
