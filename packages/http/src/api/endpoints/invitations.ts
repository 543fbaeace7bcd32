import { people } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { uuidId } from '../../rest/path-id.ts'
import {
  invitationSchema,
  joinedOrganizationSchema,
  newInvitationSchema,
  offeredMembershipSchema,
} from '../wire/invitation.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { fieldsOf, requestBody } from '../wire/request-body.ts'

const invites = '/api/organizations/{organization_id}/invites/' as const
const signup = '/api/signup/{token}/' as const

const inOrganization = z.object({ organization_id: z.string() })

const wireNames = { email: 'target_email', roleIds: 'roles' } as const

const caller = { auth: 'personal_api_key', tag: 'people' } as const
/** Any client with the invitation's token, which is the credential. */
const anybody = { auth: 'public', tag: 'people', errors: ['not_found', 'gone'] } as const

export const listInvitations = endpoint({
  ...caller,
  scope: 'organization_member:read',
  method: 'GET',
  path: invites,
  operationId: 'invites_list',
  list: true,
  summary: 'List open invitations (admins only)',
  params: inOrganization,
  query: z.object(pageQuery),
  output: pageSchema(invitationSchema),
})

export const createInvitation = endpoint({
  ...caller,
  // The new member gets the permissions of the invitation's level, which may exceed those of other scopes.
  scope: '*',
  method: 'POST',
  path: invites,
  operationId: 'invites_create',
  summary: 'Create an invitation; the link is returned only once',
  params: inOrganization,
  wireNames,
  body: requestBody(people.inviteSchema, { wireNames, refuseUnknownExcept: fieldsOf(invitationSchema) }),
  status: 201,
  output: newInvitationSchema,
})

export const destroyInvitation = endpoint({
  ...caller,
  scope: 'organization_member:write',
  method: 'DELETE',
  path: `${invites}{id}/`,
  operationId: 'invites_destroy',
  summary: 'Withdraw an open invitation',
  params: inOrganization.extend({ id: uuidId() }),
})

export const retrieveInvitation = endpoint({
  ...anybody,
  method: 'GET',
  path: signup,
  operationId: 'signup_retrieve',
  summary: 'Retrieve an invitation',
  output: offeredMembershipSchema,
})

export const acceptInvitation = endpoint({
  ...anybody,
  method: 'POST',
  path: signup,
  operationId: 'signup_create',
  summary:
    'Accept an invitation: creates the user, and a key that is returned only once, or with a password, a session',
  body: requestBody(people.acceptInvitationSchema, { refuseUnknownExcept: [] }),
  status: 201,
  output: joinedOrganizationSchema,
  errors: ['not_found', 'gone', 'permission_denied', 'throttled'],
})

export const acceptInvitationAsUser = endpoint({
  ...caller,
  scope: 'user:write',
  method: 'POST',
  path: '/api/invites/accept/',
  operationId: 'invites_accept_create',
  summary: 'Accept an invitation with a personal API key of the invited user',
  body: requestBody(people.acceptAsUserSchema),
  status: 201,
  output: joinedOrganizationSchema,
  errors: ['not_found', 'gone'],
})
