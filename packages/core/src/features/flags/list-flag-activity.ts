import type { Activity } from '../../data/records/activity.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { authorizeAny } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { toldFlagChanges } from '../activity/told-flag-changes.ts'
import { requireFlag } from './retrieve-flag.ts'

/** Lists the activity of one flag, or of all flags of the project if `flagId` is missing; newest first. */
export async function listFlagActivity(
  ctx: ProjectContext,
  page: PageRequest,
  flagId?: number,
): Promise<Page<Activity>> {
  authorizeAny(ctx.actor, ['feature_flag:read', 'activity_log:read'])
  return ctx.store.read(async (tx) => {
    if (flagId !== undefined) await requireFlag(tx, ctx, flagId)
    const about = flagId === undefined ? {} : { itemId: String(flagId) }
    const listed = await tx.activity.list(ctx.project.id, { scope: 'FeatureFlag', ...about }, page)
    return toldFlagChanges(tx, ctx, listed)
  })
}
