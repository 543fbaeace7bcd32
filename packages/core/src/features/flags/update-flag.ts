import type { Flag } from '../../data/records/flag.ts'
import { SIZED_FLAG_FIELDS } from '../../data/records/live-totals.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { refuseUnlessEditor } from '../../runtime/access/flag-access.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { askAndChangeProject, type ChangeOfFlags } from '../../runtime/change-project.ts'
import { liveTotals } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { askFollowers } from './ask-followers.ts'
import { type ChangedFlag, changedFlag } from './changed-flag.ts'
import type { FlagChangeOptions } from './edit-sides.ts'
import { describeFlag } from './flag-details.ts'
import { type CheckedFlagInput, checkUpdateFlag, type UpdateFlagInput } from './flag-input.ts'
import { renameTombstones, tombstoneKeyIn, tombstonesOf } from './flag-key.ts'
import { requireFlag } from './retrieve-flag.ts'
import { type SaveBasis, saveFlag, walkOfFlag } from './save-flag.ts'
import { percentageWarnings } from './unread-fields.ts'
import { reportWarnings, type WrittenFlag, withWarnings } from './written-flag.ts'

/** How an update is merged into the stored flag. */
export interface UpdateFlagOptions extends FlagChangeOptions {
  /** Rejects the update unless this is the stored version, so that no concurrent change is overwritten (FLAG-24). */
  readonly ifVersion?: number
}

/**
 * Changes a flag. Omitted fields are unchanged, filters are merged key by key, and `deleted` deletes and restores.
 * Concurrent edits of the same field result in a conflict, instead of silently overwriting each other (FLAG-23).
 */
export async function updateFlag(
  ctx: ProjectContext,
  flagId: number,
  input: UpdateFlagInput,
  options: UpdateFlagOptions = {},
): Promise<WrittenFlag> {
  authorize(ctx.actor, 'feature_flag:write')
  const slice = timeSlice()
  const tombstoneKey = tombstoneKeyIn(input, flagId)
  // A client that edits a deleted flag sends its key back. This is no change, although the key violates the rules
  // (FLAG-12).
  const sent = checkUpdateFlag(tombstoneKey === undefined ? input : { ...input, key: undefined }, ctx.limits)
  await slice.yieldIfOver()
  const ask = (tx: ReadTransaction) =>
    allInOrder([
      requireFlag(tx, ctx, flagId),
      authorizeMember(tx, ctx),
      sent.key === undefined ? undefined : tombstonesOf(tx, ctx, sent.key, flagId),
      walkOfFlag(tx, ctx, flagId),
      mayGrow(sent) ? liveTotals(tx, ctx) : undefined,
    ])
  const written = await askAndChangeProject(
    ctx,
    ask,
    async (tx, projectVersion, [before, access, atKey, walk, totals]) => {
      await slice.yieldIfOver()
      await refuseUnlessEditor(tx, ctx, access, before)
      if (tombstoneKey !== undefined && tombstoneKey !== before.key) checkUpdateFlag(input, ctx.limits)
      refuseStaleFlag(before, options.ifVersion)
      const changed = await changedFlag(tx, ctx, before, sent, options)
      const warnings = [...changed.warnings, ...percentageWarnings(input, changed.next, before)]
      return saveChange(tx, ctx, { before, ...changed, warnings, projectVersion, atKey }, { walk, totals })
    },
  )
  return reportWarnings(ctx, written)
}

/**
 * Whether an update can increase the totals of the project. They are then read together with the other lookups
 * (WRITE-1).
 */
function mayGrow(sent: CheckedFlagInput): boolean {
  return sent.deleted === false || SIZED_FLAG_FIELDS.some((field) => sent[field] !== undefined)
}

interface FlagChange extends ChangedFlag {
  readonly before: Flag
  readonly projectVersion: number
  /** The deleted flags that have the new key, if the caller has already read them. */
  readonly atKey?: readonly Flag[] | undefined
}

/** Stores an updated flag with the changes of all hooks, and returns it. */
export async function saveChange(
  tx: Transaction,
  ctx: ProjectContext,
  { before, next: changed, warnings, projectVersion, atKey }: FlagChange,
  basis: SaveBasis,
): Promise<ChangeOfFlags<WrittenFlag>> {
  const next = await askFollowers(tx, ctx, before, changed)
  if (takesKey(before, next)) {
    await renameTombstones(tx, ctx, atKey ?? (await tombstonesOf(tx, ctx, next.key, before.id)), projectVersion)
  }
  const saved = await saveFlag(tx, ctx, before, next, projectVersion, basis)
  const details = await describeFlag(tx, ctx, saved)
  return { result: withWarnings(details, warnings), flags: [saved] }
}

/** Whether the flag takes a key that other flags may have: a live flag already owns its unchanged key. */
function takesKey(before: Flag, next: Flag): boolean {
  return !next.deleted && (before.deleted || next.key !== before.key)
}

export function refuseStaleFlag(before: Flag, ifVersion: number | undefined): void {
  if (ifVersion === undefined || ifVersion === before.version) return
  throw new DomainError(
    'precondition_failed',
    `The feature flag is at version ${before.version}, not ${ifVersion}. Please refresh and try again.`,
  )
}
