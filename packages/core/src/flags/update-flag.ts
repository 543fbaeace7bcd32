import { authorize } from '../access/authorize.ts'
import { authorizeFlagEdit } from '../access/flag-access.ts'
import { changeProject } from '../change-project.ts'
import type { ProjectContext } from '../context.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { ReadTransaction } from '../storage/store.ts'
import { mergeFilters } from './filters/normalize-filters.ts'
import type { Flag } from './flag.ts'
import { resolveConflict } from './flag-conflict.ts'
import { describeFlag, type FlagDetails } from './flag-details.ts'
import { type CheckedFlagInput, checkUpdateFlag, refuseIfAny, type UpdateFlagInput } from './flag-input.ts'
import { clearTombstones, restoredKey } from './flag-key.ts'
import { requireFlag } from './retrieve-flag.ts'
import { saveFlag } from './save-flag.ts'
import { withSealedPayloads, withVisiblePayloads } from './sealed-payloads.ts'
import { storedViolations } from './stored-violations.ts'

export interface UpdateFlagOptions {
  /** Refuse unless this is the stored version: the strict way of not overwriting anybody (FLAG-24). */
  readonly ifVersion?: number
}

/**
 * Changes a flag: what is missing from the input stays, filters are merged key by key, `deleted` deletes and
 * restores. Two people who edit the same field meet a conflict instead of each other's silence (FLAG-23).
 */
export async function updateFlag(
  ctx: ProjectContext,
  flagId: number,
  input: UpdateFlagInput,
  options: UpdateFlagOptions = {},
): Promise<FlagDetails> {
  authorize(ctx.actor, 'feature_flag:write')
  const sent = checkUpdateFlag(input, ctx.limits)
  return changeProject(ctx, async (tx, projectVersion) => {
    const before = await requireFlag(tx, ctx, flagId)
    await authorizeFlagEdit(tx, ctx, before)
    refuseStale(before, options.ifVersion)
    const next = await changed(tx, before, resolveConflict(await withVisiblePayloads(ctx, before), sent))
    refuseIfAny(await storedViolations(tx, ctx, next, before))
    if (!next.deleted) await clearTombstones(tx, ctx, next.key, projectVersion, before.id)
    const sealed = await withSealedPayloads(ctx, next, before)
    return describeFlag(tx, ctx, await saveFlag(tx, ctx, before, sealed, projectVersion))
  })
}

/** The flag with what was sent laid over it. */
async function changed(tx: ReadTransaction, before: Flag, sent: CheckedFlagInput): Promise<Flag> {
  const { filters, tags, analyticsDashboards, version: _, originalFlag: __, creationContext: ___, ...fields } = sent
  const next: Flag = {
    ...before,
    ...fields,
    ...(filters && Object.keys(filters).length > 0 ? { filters: mergeFilters(before.filters, filters) } : {}),
    ...(tags ? { tags } : {}),
    // Sending dashboards only ever adds links, as every client of this API expects.
    ...(analyticsDashboards
      ? { analyticsDashboardIds: [...new Set([...before.analyticsDashboardIds, ...analyticsDashboards])] }
      : {}),
    ...(sent.active === true ? { performedRollback: false } : {}),
  }
  const isRestored = before.deleted && !next.deleted && sent.key === undefined
  return isRestored ? { ...next, key: await restoredKey(tx, before) } : next
}

function refuseStale(before: Flag, ifVersion: number | undefined): void {
  if (ifVersion === undefined || ifVersion === before.version) return
  throw new DomainError(
    'precondition_failed',
    'precondition_failed',
    `The feature flag is at version ${before.version}, not ${ifVersion}. Please refresh and try again.`,
  )
}
