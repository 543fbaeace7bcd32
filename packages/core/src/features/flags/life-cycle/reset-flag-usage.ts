import type { Flag } from '../../../data/records/flag.ts'
import { namesAfterReset } from '../../../data/records/usage-key.ts'
import type { Transaction } from '../../../data/store.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { refusal } from '../../../foundation/validation/refuse.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { refuseUnlessEditor } from '../../../runtime/access/flag-access.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { askAndChangeProject } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { flagMoved } from '../flag-activity.ts'
import { describeFlag, type FlagDetails } from '../flag-details.ts'
import { requireFlag } from '../retrieve-flag.ts'
import { storeFlag } from '../save-flag.ts'

/**
 * Restarts the usage counts of a flag without creating a version of the flag (USAGE-72). Insights still include earlier
 * counts.
 */
export async function resetFlagUsage(ctx: ProjectContext, flagId: number): Promise<FlagDetails> {
  authorize(ctx.actor, 'feature_flag:write')
  const ask = (tx: Transaction) => allInOrder([requireFlag(tx, ctx, flagId), authorizeMember(tx, ctx)])
  return askAndChangeProject(ctx, ask, async (tx, projectVersion, [before, access]) => {
    await refuseUnlessEditor(tx, ctx, access, before)
    if (before.deleted) throw refusal('Cannot reset the usage of a deleted feature flag. Restore it first.')
    const reset: Flag = {
      ...before,
      ...namesAfterReset(before),
      usageResetAt: timestampOf(ctx.clock()),
      lastCalledAt: null,
      projectVersion,
    }
    const flag = await storeFlag(tx, ctx, reset, (saved) => flagMoved(ctx, before, saved), { before })
    return { result: await describeFlag(tx, ctx, flag), flags: [flag] }
  })
}
