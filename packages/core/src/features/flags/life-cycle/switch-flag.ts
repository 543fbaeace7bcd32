import type { Flag } from '../../../data/records/flag.ts'
import { refusal } from '../../../foundation/validation/refuse.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeFlagEdit } from '../../../runtime/access/flag-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeFlag, type FlagDetails } from '../flag-details.ts'
import { requireFlag } from '../retrieve-flag.ts'
import { updateFlag } from '../update-flag.ts'

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
 * already is answered as it is, and nothing is written (FLAG-100).
 */
export async function switchFlag(ctx: ProjectContext, flagId: number, to: FlagSwitch): Promise<FlagDetails> {
  authorize(ctx.actor, 'feature_flag:write')
  const already = await ctx.store.read(async (tx) => {
    const flag = await requireFlag(tx, ctx, flagId)
    await authorizeFlagEdit(tx, ctx, flag)
    if (flag.deleted) throw refusal(`Cannot ${to} a deleted feature flag. Restore it first.`)
    // What is kept under an idempotency key comes before what is there by now.
    return isSwitched(flag, to) && !ctx.idempotency ? describeFlag(tx, ctx, flag) : undefined
  })
  return already ?? updateFlag(ctx, flagId, SWITCHES[to])
}

function isSwitched(flag: Flag, to: FlagSwitch): boolean {
  const wanted: Partial<Flag> = SWITCHES[to]
  return (wanted.active ?? flag.active) === flag.active && (wanted.archived ?? flag.archived) === flag.archived
}
