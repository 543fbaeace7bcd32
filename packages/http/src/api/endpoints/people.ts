import { people } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { uuidId } from '../../rest/path-id.ts'
import { activitySchema, organizationActivityQuery } from '../wire/activity.ts'
import { memberSchema, ORGANIZATION_WIRE_NAMES, organizationSchema } from '../wire/identity.ts'
import { pageSchema } from '../wire/page.ts'
import { fieldsOf, requestBody } from '../wire/request-body.ts'

const organization = '/api/organizations/{organization_id}/' as const
const member = `${organization}members/{user_uuid}/` as const

const caller = { auth: 'personal_api_key', tag: 'people' } as const
const oneMember = z.object({ organization_id: z.string(), user_uuid: uuidId() })

export const updateOrganization = endpoint({
  ...caller,
  scope: 'organization:write',
  method: 'PATCH',
  path: organization,
  operationId: 'organizations_partial_update',
  summary: 'Update the settings of an organization',
  wireNames: ORGANIZATION_WIRE_NAMES,
  body: requestBody(people.updateOrganizationSchema, {
    wireNames: ORGANIZATION_WIRE_NAMES,
    refuseUnknownExcept: fieldsOf(organizationSchema),
  }),
  output: organizationSchema,
})

export const listOrganizationActivity = endpoint({
  ...caller,
  scope: 'activity_log:read',
  method: 'GET',
  path: `${organization}activity_log/`,
  operationId: 'organization_activity_log_list',
  list: true,
  summary: 'List the activity of the organization and its members (admins only)',
  query: organizationActivityQuery,
  output: pageSchema(activitySchema),
})

export const updateMember = endpoint({
  ...caller,
  scope: 'organization_member:write',
  method: 'PATCH',
  path: member,
  operationId: 'members_partial_update',
  summary: 'Change the level of a member',
  params: oneMember,
  body: requestBody(people.updateMemberSchema, { refuseUnknownExcept: fieldsOf(memberSchema) }),
  output: memberSchema,
})

export const destroyMember = endpoint({
  ...caller,
  scope: 'organization_member:write',
  method: 'DELETE',
  path: member,
  operationId: 'members_destroy',
  summary: 'Remove a member, or leave the organization',
  params: oneMember,
  errors: ['validation'],
})
