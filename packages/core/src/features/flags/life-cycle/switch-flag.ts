import type { Flag } from '../../../data/records/flag.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { refusal } from '../../../foundation/validation/refuse.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { refuseUnlessEditor } from '../../../runtime/access/flag-access.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { changeFlagsIfNeeded } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { changedFlag } from '../changed-flag.ts'
import { describeFlag, type FlagDetails } from '../flag-details.ts'
import { checkUpdateFlag } from '../flag-input.ts'
import { requireFlag } from '../retrieve-flag.ts'
import { walkOfFlag } from '../save-flag.ts'
import { saveChange } from '../update-flag.ts'

/** What each switch makes of a flag. */
export const SWITCHES = {
  enable: { active: true },
  disable: { active: false },
  archive: { archived: true, active: false },
  unarchive: { archived: false },
} as const satisfies Record<string, Partial<Flag>>

/** A change that needs nothing but its name. */
export type FlagSwitch = keyof typeof SWITCHES

/**
 * Turns a flag on or off, puts it away or takes it out again, with the rights and rules of an update. One that is so
 * already is answered as it is, and nothing of it is written (FLAG-100). All is looked at within the write, where what is
 * kept under an idempotency key comes before what is there by now (IDEM-1).
 */
export async function switchFlag(ctx: ProjectContext, flagId: number, to: FlagSwitch): Promise<FlagDetails> {
  authorize(ctx.actor, 'feature_flag:write')
  const sent = checkUpdateFlag(SWITCHES[to], ctx.limits)
  return changeFlagsIfNeeded(ctx, async (tx, raiseVersion) => {
    const [, before, access, walk] = await allInOrder([
      tx.projects.lock(ctx.project.id),
      requireFlag(tx, ctx, flagId),
      authorizeMember(tx, ctx),
      walkOfFlag(tx, ctx, flagId),
    ])
    await refuseUnlessEditor(tx, ctx, access, before)
    if (before.deleted) throw refusal(`Cannot ${to} a deleted feature flag. Restore it first.`)
    if (isSwitched(before, to)) return { result: await describeFlag(tx, ctx, before), flags: [] }
    const changed = await changedFlag(tx, ctx, before, sent)
    return saveChange(tx, ctx, { before, ...changed, projectVersion: await raiseVersion() }, { walk })
  })
}

function isSwitched(flag: Flag, to: FlagSwitch): boolean {
  const wanted: Partial<Flag> = SWITCHES[to]
  return (wanted.active ?? flag.active) === flag.active && (wanted.archived ?? flag.archived) === flag.archived
}
