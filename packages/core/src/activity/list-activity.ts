import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import type { ProjectContext } from '../context.ts'
import { toldFlagChanges } from '../flags/told-flag-changes.ts'
import type { Page, PageRequest } from '../pagination/page.ts'
import { textField } from '../validation/fields.ts'
import { parseInput } from '../validation/parse-input.ts'
import { ACTIVITY_SCOPES, type Activity, type ActivityScope } from './activity.ts'

const activityFilterSchema = z.object({ scope: z.enum(ACTIVITY_SCOPES), itemId: textField().optional() })

/** Which entries of a project to list. */
export interface ActivityFilter {
  readonly scope: ActivityScope
  /** The id of one thing; missing: all things of the scope. */
  readonly itemId?: string | undefined
}

/** What happened in the project to things of one kind, or to one of them, deleted or not; newest first (ACT-11). */
export async function listActivity(
  ctx: ProjectContext,
  filter: ActivityFilter,
  page: PageRequest,
): Promise<Page<Activity>> {
  authorize(ctx.actor, 'activity_log:read')
  const { scope, itemId } = parseInput(activityFilterSchema, filter)
  const query = itemId === undefined ? { scope } : { scope, itemId }
  return ctx.store.read((tx) =>
    scope === 'FeatureFlag' ? toldFlagChanges(tx, ctx, query, page) : tx.activity.list(ctx.project.id, query, page),
  )
}
