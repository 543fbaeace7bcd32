import { createOrganizationSchema, createProjectSchema, updateProjectSchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import {
  currentUserSchema,
  listedMemberSchema,
  ORGANIZATION_WIRE_NAMES,
  organizationSchema,
  personalApiKeySchema,
  projectSchema,
} from '../wire/identity.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { fieldsOf, requestBody } from '../wire/request-body.ts'

const caller = { auth: 'personal_api_key', tag: 'identity' } as const
const oneProject = z.object({ project_id: projectId() })
const oneOfOrganization = oneProject.extend({ organization_id: z.string() })

export const retrieveCurrentUser = endpoint({
  ...caller,
  scope: 'user:read',
  method: 'GET',
  path: '/api/users/@me/',
  operationId: 'users_retrieve',
  summary: 'Retrieve the caller',
  output: currentUserSchema,
})

/** Any key may read its own data. */
export const retrieveCurrentKey = endpoint({
  ...caller,
  scope: null,
  method: 'GET',
  path: '/api/personal_api_keys/@current/',
  operationId: 'personal_api_keys_current_retrieve',
  summary: 'Retrieve the key that the request was made with',
  output: personalApiKeySchema,
})

export const listOrganizations = endpoint({
  ...caller,
  scope: 'organization:read',
  method: 'GET',
  path: '/api/organizations/',
  operationId: 'organizations_list',
  list: true,
  summary: 'List the organizations of the caller',
  query: z.object(pageQuery),
  output: pageSchema(organizationSchema),
})

export const createOrganization = endpoint({
  ...caller,
  scope: 'organization:write',
  method: 'POST',
  path: '/api/organizations/',
  operationId: 'organizations_create',
  summary: 'Create an organization with a default project, owned by the caller, who must run an organization already',
  wireNames: ORGANIZATION_WIRE_NAMES,
  body: requestBody(createOrganizationSchema, {
    wireNames: ORGANIZATION_WIRE_NAMES,
    refuseUnknownExcept: fieldsOf(organizationSchema),
  }),
  status: 201,
  output: organizationSchema,
})

export const retrieveOrganization = endpoint({
  ...caller,
  scope: 'organization:read',
  method: 'GET',
  path: '/api/organizations/{organization_id}/',
  operationId: 'organizations_retrieve',
  summary: 'Retrieve an organization; @current is the caller’s own',
  output: organizationSchema,
})

export const listMembers = endpoint({
  ...caller,
  scope: 'organization_member:read',
  method: 'GET',
  path: '/api/organizations/{organization_id}/members/',
  operationId: 'members_list',
  list: true,
  summary: 'List the members of an organization',
  query: z.object({
    ...pageQuery,
    search: z.string().optional().describe('Part of the first name or the e-mail address, whatever the case.'),
    email: z.string().min(1).optional().describe('The whole e-mail address, whatever the case.'),
    updated_after: z.string().optional().describe('ISO 8601: members that joined, or whose level changed, after that.'),
    order: z.enum(['joined_at', '-joined_at']).optional().describe('Without it: in the order they joined.'),
  }),
  output: pageSchema(listedMemberSchema),
})

const listing = {
  scope: 'project:read',
  method: 'GET',
  query: z.object({
    ...pageQuery,
    search: z.string().optional().describe('Part of the name, whatever the case.'),
  }),
  output: pageSchema(projectSchema),
} as const
const creation = {
  scope: 'project:write',
  method: 'POST',
  idempotencyKey: true,
  body: requestBody(createProjectSchema, { refuseUnknownExcept: fieldsOf(projectSchema) }),
  status: 201,
  output: projectSchema,
} as const

export const listProjects = endpoint({
  ...caller,
  ...listing,
  path: '/api/projects/',
  operationId: 'projects_list',
  list: true,
  summary: 'List the projects of the caller’s organization',
})

export const createProject = endpoint({
  ...caller,
  ...creation,
  path: '/api/projects/',
  operationId: 'projects_create',
  headers: ['Flagdeck-Version'],
  summary: 'Create a project in the caller’s organization',
})

export const listOrganizationProjects = endpoint({
  ...caller,
  ...listing,
  path: '/api/organizations/{organization_id}/projects/',
  operationId: 'organization_projects_list',
  list: true,
  summary: 'List the projects of an organization',
})

export const createOrganizationProject = endpoint({
  ...caller,
  ...creation,
  path: '/api/organizations/{organization_id}/projects/',
  operationId: 'organization_projects_create',
  headers: ['Flagdeck-Version'],
  summary: 'Create a project in an organization',
})

const retrieval = {
  scope: 'project:read',
  method: 'GET',
  output: projectSchema,
} as const
const changes = {
  scope: 'project:write',
  method: 'PATCH',
  headers: ['Flagdeck-Version'],
  output: projectSchema,
} as const
const update = {
  ...changes,
  body: requestBody(updateProjectSchema, { refuseUnknownExcept: fieldsOf(projectSchema) }),
} as const

export const retrieveProject = endpoint({
  ...caller,
  ...retrieval,
  path: '/api/projects/{project_id}/',
  operationId: 'projects_retrieve',
  summary: 'Retrieve a project',
  params: oneProject,
})

export const updateProject = endpoint({
  ...caller,
  ...update,
  path: '/api/projects/{project_id}/',
  operationId: 'projects_partial_update',
  summary: 'Update a project',
  params: oneProject,
})

export const retrieveOrganizationProject = endpoint({
  ...caller,
  ...retrieval,
  path: '/api/organizations/{organization_id}/projects/{project_id}/',
  operationId: 'organization_projects_retrieve',
  summary: 'Retrieve a project of an organization',
  params: oneOfOrganization,
})

export const updateOrganizationProject = endpoint({
  ...caller,
  ...update,
  path: '/api/organizations/{organization_id}/projects/{project_id}/',
  operationId: 'organization_projects_partial_update',
  summary: 'Update a project of an organization',
  params: oneOfOrganization,
})

export const resetProjectToken = endpoint({
  ...caller,
  ...changes,
  path: '/api/projects/{project_id}/reset_token/',
  operationId: 'projects_reset_token_partial_update',
  summary: 'Give the project a new public token',
  params: oneProject,
})

export const rotateProjectSecretToken = endpoint({
  ...caller,
  ...changes,
  path: '/api/projects/{project_id}/rotate_secret_token/',
  operationId: 'projects_rotate_secret_token_partial_update',
  summary: 'Give the project a new secret token',
  params: oneProject,
})
