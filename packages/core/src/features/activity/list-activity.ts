import * as z from 'zod'
import { ACTIVITY_SCOPES, type Activity, type ActivityScope } from '../../data/records/activity.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { textField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { tellActivity, tellMixed } from './told-entries.ts'

const scopeField = z.enum(ACTIVITY_SCOPES)
const activityFilterSchema = z.object({
  scope: scopeField.optional(),
  scopes: z.array(scopeField).optional(),
  itemId: textField().optional(),
  user: z.uuid().optional(),
})

/** Filters the activity of a project. An entry must match every field that is set. */
export interface ActivityFilter {
  readonly scope?: ActivityScope | undefined
  /** One of these kinds. */
  readonly scopes?: readonly ActivityScope[] | undefined
  /** The id of a record. */
  readonly itemId?: string | undefined
  /** The UUID of the user who made the change. */
  readonly user?: string | undefined
}

/** Lists the activity of records of any kind, including deleted ones; newest first (ACT-11, ACT-16). */
export async function listActivity(
  ctx: ProjectContext,
  filter: ActivityFilter,
  page: PageRequest,
): Promise<Page<Activity>> {
  authorize(ctx.actor, 'activity_log:read')
  const { scope, scopes = ACTIVITY_SCOPES, itemId, user } = parseInput(activityFilterSchema, filter)
  const kinds = ACTIVITY_SCOPES.filter((each) => scopes.includes(each) && (scope ?? each) === each)
  return ctx.store.read(async (tx) => {
    const [kind] = kinds
    const ofItem = itemId === undefined ? {} : { itemId }
    if (kind && kinds.length === 1 && user === undefined) {
      return tellActivity(tx, ctx, kind, await tx.activity.list(ctx.project.id, { scope: kind, ...ofItem }, page))
    }
    const userId = user === undefined ? undefined : (await tx.users.findByUuid(user))?.id
    if (user !== undefined && userId === undefined) return { count: 0, items: [] }
    const query = { scopes: kinds, ...ofItem, ...(userId !== undefined && { userId }) }
    const { count, items } = await tx.activity.listMixed(ctx.project.id, query, page)
    return { count, items: await tellMixed(tx, ctx, items, userId !== undefined) }
  })
}
