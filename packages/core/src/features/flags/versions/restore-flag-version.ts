import type { Flag } from '../../../data/records/flag.ts'
import { originalKey } from '../../../data/records/tombstone-key.ts'
import { deltaBetween } from '../../../foundation/json/json-delta.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { refuseIfAny } from '../../../foundation/validation/refuse.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { refuseUnlessEditor } from '../../../runtime/access/flag-access.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { changeFlagsIfNeeded } from '../../../runtime/change-project.ts'
import { liveTotals } from '../../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { FLAG_HISTORY, type FlagState } from '../../../runtime/history/flag-history.ts'
import { restoreTrigger } from '../../../runtime/history/restore-trigger.ts'
import { describeFlag } from '../flag-details.ts'
import { judgeFlag } from '../judge-flag.ts'
import { requireFlag } from '../retrieve-flag.ts'
import { walkOfFlag } from '../save-flag.ts'
import { refuseStaleFlag, saveChange, type UpdateFlagOptions } from '../update-flag.ts'
import { reportWarnings, type WrittenFlag } from '../written-flag.ts'
import { flagStateAt, stepsBackTo } from './read-flag-versions.ts'

/**
 * Restores a flag to an earlier version, and stores the result as its next version. Permissions and rules are those of
 * an update. The activity records which version was restored. If nothing would change, no version is stored (HIST-8).
 */
export async function restoreFlagVersion(
  ctx: ProjectContext,
  flagId: number,
  version: number,
  { ifVersion }: Pick<UpdateFlagOptions, 'ifVersion'> = {},
): Promise<WrittenFlag> {
  authorize(ctx.actor, 'feature_flag:write')
  const written = await changeFlagsIfNeeded<WrittenFlag>(ctx, async (tx, raiseVersion) => {
    const [, before, access, walk, totals, steps] = await allInOrder([
      tx.projects.lock(ctx.project.id),
      requireFlag(tx, ctx, flagId),
      authorizeMember(tx, ctx),
      walkOfFlag(tx, ctx, flagId),
      liveTotals(tx, ctx),
      stepsBackTo(tx, ctx, flagId, version),
    ])
    await refuseUnlessEditor(tx, ctx, access, before)
    refuseStaleFlag(before, ifVersion)
    const next = asItWas(before, await flagStateAt(before, version, steps))
    if (deltaBetween(FLAG_HISTORY.stateOf(before), FLAG_HISTORY.stateOf(next)) === null) {
      return { result: await describeFlag(tx, ctx, before), flags: [] }
    }
    const { refused, warnings } = await judgeFlag(tx, ctx, next, before)
    refuseIfAny(refused)
    const change = { before, next, warnings, projectVersion: await raiseVersion() }
    return saveChange(tx, ctx, change, { trigger: restoreTrigger(version), walk, totals })
  })
  return reportWarnings(ctx, written)
}

/**
 * Returns the flag at its earlier state. A deleted flag that was renamed to free its key keeps the new key, which users
 * never see (FLAG-14).
 */
function asItWas(before: Flag, state: FlagState): Flag {
  const next = { ...before, ...state }
  return next.deleted && originalKey(before) === next.key ? { ...next, key: before.key } : next
}
