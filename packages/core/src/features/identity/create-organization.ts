import * as z from 'zod'
import { userOf } from '../../data/records/actor.ts'
import { isAdmin, MEMBERSHIP_LEVELS } from '../../data/records/membership.ts'
import type { Organization } from '../../data/records/organization.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { refuseDeadKey } from '../../runtime/access/refuse-dead-key.ts'
import { writeIdentity } from '../../runtime/change-project.ts'
import type { Context } from '../../runtime/context.ts'
import { insertOrganization } from './insert-organization.ts'
import { DEFAULT_PROJECT_NAME, newProject } from './new-project.ts'
import { openOrganization } from './open-project.ts'
import { tellOrganization } from './organization-activity.ts'
import { tellOfMember } from './people/member-activity.ts'
import { organizationFields, READ_ONLY_ORGANIZATION } from './people/update-organization.ts'
import { projectCreated } from './project-activity.ts'
import { type OrganizationDetails, organizationDetails } from './retrieve-organization.ts'

/** The maximum number of organizations that one user may own, because each has a project and creating one is free. */
const MOST_OWNED = 20

/** What a client may send to create an organization. */
export const createOrganizationSchema = withReadOnly(
  z.object(organizationFields).required({ name: true }),
  READ_ONLY_ORGANIZATION,
)

/** The fields of a new organization. */
export type CreateOrganizationInput = Readonly<z.input<typeof createOrganizationSchema>>

/**
 * Creates an organization with a default project (PROJ-18). A user becomes its owner. Refuses users who are not admin
 * of any organization, and keys that are bound to organizations or projects.
 */
export async function createOrganization(ctx: Context, input: CreateOrganizationInput): Promise<OrganizationDetails> {
  authorize(ctx.actor, 'organization:write')
  const { name, defaultFlagAccessLevel = null } = parseInput(createOrganizationSchema, input)
  const { id } = await writeIdentity(ctx, async (tx) => {
    await refuseDeadKey(tx, ctx.actor)
    await refuseUnlessFounder(tx, ctx)
    const organization = await insertOrganization(tx, ctx, { name, defaultFlagAccessLevel })
    const subject = { scope: 'Organization', id: organization.id, name } as const
    await tellOrganization(tx, { ...ctx, organization }, subject, {
      before: null,
      after: { name, defaultFlagAccessLevel },
    })
    await addOwner(tx, ctx, organization)
    const project = await tx.projects.insert(
      newProject(ctx, { organizationId: organization.id, name: DEFAULT_PROJECT_NAME }),
    )
    await tx.activity.append(projectCreated(ctx, project))
    return organization
  })
  ctx.snapshots.forgetUnknownTokens()
  return organizationDetails(await openOrganization(ctx, id))
}

async function refuseUnlessFounder(tx: ReadTransaction, { actor }: Context): Promise<void> {
  const user = userOf(actor)
  if (!user) return
  if (actor.type === 'user' && (actor.key?.scopedOrganizationIds || actor.key?.scopedProjectIds)) {
    throw permissionDenied('A key that is limited to organizations or projects cannot create an organization.')
  }
  const memberships = await tx.memberships.ofUser(user.id)
  if (!memberships.some(isAdmin)) throw permissionDenied('Only admins and owners can create another organization.')
  const owned = memberships.filter(({ level }) => level === MEMBERSHIP_LEVELS.owner)
  if (owned.length >= MOST_OWNED) throw refusal(`A user can own at most ${MOST_OWNED} organizations.`)
}

async function addOwner(tx: Transaction, ctx: Context, organization: Organization): Promise<void> {
  const user = userOf(ctx.actor)
  if (!user) return
  const membership = {
    id: ctx.ids.uuid(),
    organizationId: organization.id,
    user,
    level: MEMBERSHIP_LEVELS.owner,
    joinedAt: organization.createdAt,
    updatedAt: organization.createdAt,
  }
  await tx.memberships.insert(membership)
  await tellOfMember(tx, { ...ctx, organization }, user, { before: null, after: membership })
}
