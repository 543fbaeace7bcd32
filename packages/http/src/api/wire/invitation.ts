import type { JoinedOrganization } from '@flagdeck/core/operations'
import { formatTimestamp, type people } from '@flagdeck/core/operations'
import type { Invitation } from '@flagdeck/core/store'
import * as z from 'zod'
import { memberBody, memberSchema, newPersonalApiKeyBody, newPersonalApiKeySchema } from './identity.ts'
import { dateTime, membershipLevel, userBodyOrNull, userSchema } from './user.ts'

/** An invitation that is not yet accepted. Its token is never shown again. */
export const invitationSchema = z
  .object({
    id: z.uuid(),
    target_email: z.string(),
    first_name: z.string(),
    level: membershipLevel(),
    roles: z.array(z.uuid()).describe('Ids of the roles that come with it.'),
    is_expired: z.boolean(),
    created_by: userSchema.nullable(),
    created_at: dateTime(),
    updated_at: dateTime(),
    expires_at: dateTime(),
  })
  .meta({ id: 'OrganizationInvite' })

export function invitationBody(invitation: Invitation, isExpired: boolean) {
  const createdAt = formatTimestamp(invitation.createdAt)
  return {
    id: invitation.id,
    target_email: invitation.email,
    first_name: invitation.firstName,
    level: invitation.level,
    roles: invitation.roleIds,
    is_expired: isExpired,
    created_by: userBodyOrNull(invitation.createdBy),
    created_at: createdAt,
    updated_at: createdAt,
    expires_at: formatTimestamp(invitation.expiresAt),
  }
}

/** An invitation that was just created, with its token. */
export const newInvitationSchema = invitationSchema
  .extend({
    token: z.string().describe('Returned only once.'),
    link: z.url().describe('Tells what it is an invitation to, and takes a POST that accepts it; shown this once.'),
  })
  .meta({ id: 'NewOrganizationInvite' })

/** The parts of an invitation that clients with its token may read. */
export const offeredMembershipSchema = z
  .object({
    organization_name: z.string(),
    target_email: z.string(),
    first_name: z.string(),
    level: membershipLevel(),
    expires_at: dateTime(),
  })
  .meta({ id: 'OfferedMembership' })

export function offeredMembershipBody(offered: people.OfferedMembership) {
  return {
    organization_name: offered.organizationName,
    target_email: offered.email,
    first_name: offered.firstName,
    level: offered.level,
    expires_at: formatTimestamp(offered.expiresAt),
  }
}

/** The organization that the user has joined. */
export const joinedOrganizationSchema = z
  .object({
    organization: z.object({ id: z.uuid(), name: z.string() }),
    member: memberSchema,
    personal_api_key: newPersonalApiKeySchema
      .nullable()
      .describe(
        'A key for this organization, whose value is shown this once; null for who came with a key, or has set a password.',
      ),
  })
  .meta({ id: 'JoinedOrganization' })

export function joinedOrganizationBody({ organization, membership, created }: JoinedOrganization) {
  return {
    organization: { id: organization.id, name: organization.name },
    member: memberBody(membership),
    personal_api_key: created && newPersonalApiKeyBody(created),
  }
}
