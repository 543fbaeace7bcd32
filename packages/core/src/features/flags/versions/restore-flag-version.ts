import type { Flag } from '../../../data/records/flag.ts'
import { originalKey } from '../../../data/records/tombstone-key.ts'
import { deltaBetween } from '../../../foundation/json/json-delta.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { refuseIfAny } from '../../../foundation/validation/refuse.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { refuseUnlessEditor } from '../../../runtime/access/flag-access.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { changeProjectIfNeeded } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { FLAG_HISTORY, type FlagState } from '../../../runtime/history/flag-history.ts'
import { restoreTrigger } from '../../../runtime/history/restore-trigger.ts'
import { describeFlag } from '../flag-details.ts'
import { judgeFlag } from '../judge-flag.ts'
import { requireFlag } from '../retrieve-flag.ts'
import { refuseStale, saveChange, type UpdatedFlag, type UpdateFlagOptions } from '../update-flag.ts'
import { readFlagVersion } from './read-flag-versions.ts'

/**
 * Makes a flag what it was at a version, as its next one: a change like any other, with the same rights and rules, of which
 * the activity tells what was restored. A flag that is so already stays as it is (HIST-8).
 */
export async function restoreFlagVersion(
  ctx: ProjectContext,
  flagId: number,
  version: number,
  { ifVersion }: Pick<UpdateFlagOptions, 'ifVersion'> = {},
): Promise<UpdatedFlag> {
  authorize(ctx.actor, 'feature_flag:write')
  return changeProjectIfNeeded(ctx, async (tx, raiseVersion) => {
    await tx.projects.lock(ctx.project.id)
    const [before, access] = await allInOrder([requireFlag(tx, ctx, flagId), authorizeMember(tx, ctx)])
    await refuseUnlessEditor(tx, ctx, access, before)
    refuseStale(before, ifVersion)
    const { state } = await readFlagVersion(tx, ctx, before, version)
    const next = asItWas(before, state)
    if (deltaBetween(FLAG_HISTORY.stateOf(before), FLAG_HISTORY.stateOf(next)) === null) {
      return describeFlag(tx, ctx, before)
    }
    const { refused, warnings } = await judgeFlag(tx, ctx, next, before)
    refuseIfAny(refused)
    const trigger = restoreTrigger(version)
    const change = { before, next, warnings, projectVersion: await raiseVersion() }
    const { result } = await saveChange(tx, ctx, change, { trigger })
    return result
  })
}

/** A deleted flag that made room for another keeps the key that it has since: nobody sees the other one (FLAG-14). */
function asItWas(before: Flag, state: FlagState): Flag {
  const next = { ...before, ...state }
  return next.deleted && originalKey(before) === next.key ? { ...next, key: before.key } : next
}
