import * as z from 'zod'
import { FLAG_ACCESS_LEVELS } from '../../../data/records/flag-access-level.ts'
import type { Organization } from '../../../data/records/organization.ts'
import { nameField } from '../../../foundation/validation/fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../../foundation/validation/read-only-fields.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { writeIdentity } from '../../../runtime/change-project.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'
import { tellOrganization } from '../organization-activity.ts'
import { organizationSlug } from '../organization-slug.ts'
import { type OrganizationDetails, organizationDetails } from '../retrieve-organization.ts'
import { lockAsAdmin } from './lock-organization.ts'

export const organizationFields = {
  name: nameField().optional(),
  /** The access to flags of members without a role; null for full access. */
  defaultFlagAccessLevel: z.literal([FLAG_ACCESS_LEVELS.view, FLAG_ACCESS_LEVELS.edit]).nullable().optional(),
}

export const READ_ONLY_ORGANIZATION = fieldNames<Omit<OrganizationDetails, keyof typeof organizationFields>>({
  id: true,
  slug: true,
  createdAt: true,
  membershipLevel: true,
  memberCount: true,
  projects: true,
})

/** What a client may send to change an organization; missing fields stay unchanged. */
export const updateOrganizationSchema = withReadOnly(z.object(organizationFields), READ_ONLY_ORGANIZATION)

/** The changes of an organization. */
export type UpdateOrganizationInput = Readonly<z.input<typeof updateOrganizationSchema>>

/** Changes the settings of an organization. */
export async function updateOrganization(
  ctx: OrganizationContext,
  input: UpdateOrganizationInput,
): Promise<OrganizationDetails> {
  authorize(ctx.actor, 'organization:write')
  const { name, defaultFlagAccessLevel: level } = parseInput(updateOrganizationSchema, input)
  const organization = await writeIdentity(ctx, async (tx) => {
    const { organization: before } = await lockAsAdmin(tx, ctx)
    const defaultFlagAccessLevel = level === undefined ? before.defaultFlagAccessLevel : level
    const after = { ...before, name: name ?? before.name, slug: organizationSlug(before), defaultFlagAccessLevel }
    await tx.organizations.update(after)
    const subject = { scope: 'Organization', id: after.id, name: after.name } as const
    await tellOrganization(tx, ctx, subject, { before: told(before), after: told(after) })
    return after
  })
  return organizationDetails({ ...ctx, organization })
}

function told({ name, defaultFlagAccessLevel }: Organization) {
  return { name, defaultFlagAccessLevel }
}
