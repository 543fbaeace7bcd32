import { grantRoleAccessSchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { requestBody } from '../wire/request-body.ts'
import { roleAccessSchema } from '../wire/role.ts'

const list = '/api/projects/{project_id}/feature_flags/{parent_lookup_feature_flag_id}/role_access/' as const
const entry = `${list}{id}/` as const

const ofFlag = z.object({ project_id: projectId(), parent_lookup_feature_flag_id: integerId() })
const oneEntry = ofFlag.extend({ id: integerId() })

const reads = { tag: 'feature_flag_role_access', auth: 'personal_api_key', scope: 'feature_flag:read' } as const
const writes = { ...reads, scope: 'feature_flag:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listRoleAccess = endpoint({
  ...reads,
  method: 'GET',
  path: list,
  operationId: 'feature_flags_role_access_list',
  list: true,
  summary: 'List role access',
  params: ofFlag,
  query: z.object(pageQuery),
  output: pageSchema(roleAccessSchema),
})

export const createRoleAccess = endpoint({
  ...posts,
  path: list,
  operationId: 'feature_flags_role_access_create',
  summary: 'Create role access',
  params: ofFlag,
  body: requestBody(grantRoleAccessSchema),
  status: 201,
  output: roleAccessSchema,
})

export const retrieveRoleAccess = endpoint({
  ...reads,
  method: 'GET',
  path: entry,
  operationId: 'feature_flags_role_access_retrieve',
  summary: 'Retrieve role access',
  params: oneEntry,
  output: roleAccessSchema,
})

export const destroyRoleAccess = endpoint({
  ...writes,
  method: 'DELETE',
  path: entry,
  operationId: 'feature_flags_role_access_destroy',
  summary: 'Delete role access',
  params: oneEntry,
})
