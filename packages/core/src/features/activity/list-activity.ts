import * as z from 'zod'
import { ACTIVITY_SCOPES, type Activity, type ActivityScope, type LoggedActivity } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { textField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { toldActivity } from '../../runtime/history/told-activity.ts'
import { toldFlagChanges } from './told-flag-changes.ts'

const activityFilterSchema = z.object({ scope: z.enum(ACTIVITY_SCOPES), itemId: textField().optional() })

/** Which entries of a project to list. */
export interface ActivityFilter {
  readonly scope: ActivityScope
  /** The id of one record; missing: all records of the scope. */
  readonly itemId?: string | undefined
}

/** What happened in the project to records of one kind, or to one of them, deleted or not; newest first (ACT-11). */
export async function listActivity(
  ctx: ProjectContext,
  filter: ActivityFilter,
  page: PageRequest,
): Promise<Page<Activity>> {
  authorize(ctx.actor, 'activity_log:read')
  const { scope, itemId } = parseInput(activityFilterSchema, filter)
  const query = itemId === undefined ? { scope } : { scope, itemId }
  return ctx.store.read(async (tx) => tellActivity(tx, ctx, scope, await tx.activity.list(ctx.project.id, query, page)))
}

/** Entries of a scope as anybody may see them. */
export async function tellActivity(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  scope: ActivityScope,
  listed: Page<LoggedActivity>,
): Promise<Page<Activity>> {
  if (scope === 'FeatureFlag') return toldFlagChanges(tx, ctx, listed)
  return toldActivity(tx, ctx.project.id, { scope }, listed)
}
