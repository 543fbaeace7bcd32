import { addRoleMemberSchema, createRoleSchema, updateRoleSchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { uuidId } from '../../rest/path-id.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { fieldsOf, requestBody } from '../wire/request-body.ts'
import { roleMembershipSchema, roleSchema } from '../wire/role.ts'

const roles = '/api/organizations/{organization_id}/roles/' as const
const role = `${roles}{role_id}/` as const
const memberships = `${role}role_memberships/` as const
const membership = `${memberships}{id}/` as const

const inOrganization = z.object({ organization_id: z.string() })
const oneRole = inOrganization.extend({ role_id: uuidId() })
const oneMembership = oneRole.extend({ id: uuidId() })

const reads = {
  tag: 'roles',
  auth: 'personal_api_key',
  scope: ['organization:read', 'feature_flag:read'],
} as const
const writes = { ...reads, scope: 'organization:write' } as const
const wireNames = { flagAccessLevel: 'feature_flags_access_level' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listRoles = endpoint({
  ...reads,
  method: 'GET',
  path: roles,
  operationId: 'roles_list',
  list: true,
  summary: 'List the roles of an organization',
  params: inOrganization,
  query: z.object(pageQuery),
  output: pageSchema(roleSchema),
})

export const createRole = endpoint({
  ...posts,
  path: roles,
  operationId: 'roles_create',
  summary: 'Create a role',
  params: inOrganization,
  wireNames,
  body: requestBody(createRoleSchema, { wireNames, refuseUnknownExcept: fieldsOf(roleSchema) }),
  status: 201,
  output: roleSchema,
})

export const retrieveRole = endpoint({
  ...reads,
  method: 'GET',
  path: role,
  operationId: 'roles_retrieve',
  summary: 'Retrieve a role',
  params: oneRole,
  output: roleSchema,
})

export const updateRole = endpoint({
  ...writes,
  method: 'PATCH',
  path: role,
  operationId: 'roles_partial_update',
  summary: 'Update a role',
  params: oneRole,
  wireNames,
  body: requestBody(updateRoleSchema, { wireNames, refuseUnknownExcept: fieldsOf(roleSchema) }),
  output: roleSchema,
})

export const destroyRole = endpoint({
  ...writes,
  method: 'DELETE',
  path: role,
  operationId: 'roles_destroy',
  summary: 'Delete a role',
  params: oneRole,
})

export const listRoleMemberships = endpoint({
  ...reads,
  method: 'GET',
  path: memberships,
  operationId: 'role_memberships_list',
  list: true,
  summary: 'List the members of a role',
  params: oneRole,
  query: z.object(pageQuery),
  output: pageSchema(roleMembershipSchema),
})

export const createRoleMembership = endpoint({
  ...posts,
  path: memberships,
  operationId: 'role_memberships_create',
  summary: 'Add a role to a member',
  params: oneRole,
  body: requestBody(addRoleMemberSchema),
  status: 201,
  output: roleMembershipSchema,
})

export const retrieveRoleMembership = endpoint({
  ...reads,
  method: 'GET',
  path: membership,
  operationId: 'role_memberships_retrieve',
  summary: 'Retrieve the role membership of a member',
  params: oneMembership,
  output: roleMembershipSchema,
})

export const destroyRoleMembership = endpoint({
  ...writes,
  method: 'DELETE',
  path: membership,
  operationId: 'role_memberships_destroy',
  summary: 'Remove a role from a member',
  params: oneMembership,
})
