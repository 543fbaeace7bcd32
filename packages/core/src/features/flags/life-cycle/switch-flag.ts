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

/** The change of each switch. */
export const SWITCHES = {
  enable: { active: true },
  disable: { active: false },
  archive: { archived: true, active: false },
  unarchive: { archived: false },
} as const satisfies Record<string, Partial<Flag>>

/** A change without further input. */
export type FlagSwitch = keyof typeof SWITCHES

/**
 * Enables, disables, archives or unarchives a flag, with the permissions and rules of an update. If the flag is in that
 * state already, it is returned and nothing is written (FLAG-100). The state is read within the write, because the
 * stored result of an idempotency key takes precedence over the current state (IDEM-1).
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
