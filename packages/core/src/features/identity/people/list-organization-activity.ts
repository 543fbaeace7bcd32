import * as z from 'zod'
import { ORGANIZATION_ACTIVITY_SCOPES, type OrganizationActivityScope } from '../../../data/records/activity.ts'
import type { OrganizationActivity } from '../../../data/records/organization-activity.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { textField } from '../../../foundation/validation/fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeOrganizationAdmin } from '../../../runtime/access/authorize-admin.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'

const scopeField = z.enum(ORGANIZATION_ACTIVITY_SCOPES)
const filterSchema = z.object({
  scope: scopeField.optional(),
  scopes: z.array(scopeField).optional(),
  itemId: textField().optional(),
  user: z.uuid().optional(),
})

/** Filters the entries of an organization. An entry must match every field that is set. */
export interface OrganizationActivityFilter {
  readonly scope?: OrganizationActivityScope | undefined
  /** One of these kinds. */
  readonly scopes?: readonly OrganizationActivityScope[] | undefined
  /** The id of a record. */
  readonly itemId?: string | undefined
  /** The UUID of the user who made the change. */
  readonly user?: string | undefined
}

/** Lists the activity of the organization and its members, newest first, for its admins (ACT-13, ACT-19). */
export async function listOrganizationActivity(
  ctx: OrganizationContext,
  filter: OrganizationActivityFilter,
  page: PageRequest,
): Promise<Page<OrganizationActivity>> {
  authorize(ctx.actor, 'activity_log:read')
  const { scope, scopes, itemId, user } = parseInput(filterSchema, filter)
  const kinds = scope === undefined ? scopes : [scope].filter((each) => scopes?.includes(each) ?? true)
  return ctx.store.read(async (tx) => {
    await authorizeOrganizationAdmin(tx, ctx)
    const userId = user === undefined ? undefined : (await tx.users.findByUuid(user))?.id
    if (user !== undefined && userId === undefined) return { count: 0, items: [] }
    const query = {
      ...(kinds && { scopes: kinds }),
      ...(itemId !== undefined && { itemId }),
      ...(userId !== undefined && { userId }),
    }
    return tx.organizationActivity.list(ctx.organization.id, query, page)
  })
}
