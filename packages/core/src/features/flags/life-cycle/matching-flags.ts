import type { FlagQuery } from '../../../data/records/flag-query.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { flagAccess } from '../../../runtime/access/flag-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { chosenFlags } from './flag-choice.ts'

/**
 * Returns the ids of the flags that a list would include and the caller can edit, in the order of the list (FLAG-106).
 */
export async function matchingFlagIds(ctx: ProjectContext, query: FlagQuery): Promise<readonly number[]> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const flags = await chosenFlags(tx, ctx, query, ({ id, createdBy }) => ({ id, createdBy }))
    const accessTo = await flagAccess(tx, ctx, ctx.access, flags)
    return flags.filter((flag) => accessTo(flag).canEdit).map(({ id }) => id)
  })
}
