import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import {
  addGroupTypeBody,
  GROUP_TYPE_WIRE_NAMES,
  GROUP_WIRE_NAMES,
  groupSchema,
  groupTypeIndexParameter,
  groupTypeSchema,
  renameGroupTypeBody,
  saveGroupBody,
} from '../wire/groups.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'

const groupTypes = '/api/projects/{project_id}/groups_types/' as const
const groups = '/api/projects/{project_id}/groups/' as const

const inProject = z.object({ project_id: projectId() })

const reads = { tag: 'groups', auth: 'personal_api_key', scope: 'group:read', params: inProject } as const
const writes = { ...reads, scope: 'group:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listGroupTypes = endpoint({
  ...reads,
  method: 'GET',
  path: groupTypes,
  operationId: 'groups_types_list',
  list: true,
  summary: 'List the group types of the project',
  output: z.array(groupTypeSchema),
})

export const createGroupType = endpoint({
  ...posts,
  path: groupTypes,
  operationId: 'groups_types_create',
  summary: 'Add a group type',
  wireNames: GROUP_TYPE_WIRE_NAMES,
  body: addGroupTypeBody,
  status: 201,
  output: groupTypeSchema,
})

const oneType = inProject.extend({ group_type_index: integerId() })

export const updateGroupType = endpoint({
  ...writes,
  method: 'PATCH',
  path: `${groupTypes}{group_type_index}/`,
  operationId: 'groups_types_partial_update',
  summary: 'Rename a group type that no flag uses',
  params: oneType,
  wireNames: GROUP_TYPE_WIRE_NAMES,
  body: renameGroupTypeBody,
  output: groupTypeSchema,
})

export const destroyGroupType = endpoint({
  ...writes,
  method: 'DELETE',
  path: `${groupTypes}{group_type_index}/`,
  operationId: 'groups_types_destroy',
  summary: 'Delete a group type that no flag uses, with its groups',
  params: oneType,
  errors: ['validation'],
})

export const listGroups = endpoint({
  ...reads,
  method: 'GET',
  path: groups,
  operationId: 'groups_list',
  list: true,
  summary: 'List the groups of a type',
  query: z.object({
    ...pageQuery,
    group_type_index: groupTypeIndexParameter,
    search: z.string().optional().describe('The start of the key or of the name (property `name`), ignoring case.'),
  }),
  output: pageSchema(groupSchema),
})

export const saveGroup = endpoint({
  ...posts,
  path: groups,
  operationId: 'groups_create',
  summary: 'Set properties of a group; creates the group if it does not exist',
  wireNames: GROUP_WIRE_NAMES,
  body: saveGroupBody,
  output: groupSchema,
})

export const findGroup = endpoint({
  ...reads,
  method: 'GET',
  path: `${groups}find/`,
  operationId: 'groups_find_retrieve',
  summary: 'Retrieve a group by its type and key',
  query: z.object({ group_type_index: groupTypeIndexParameter, group_key: z.string() }),
  output: groupSchema,
})

export const destroyGroup = endpoint({
  ...writes,
  method: 'DELETE',
  path: `${groups}{group_type_index}/{group_key}/`,
  operationId: 'groups_destroy',
  summary: 'Delete a group',
  params: oneType.extend({ group_key: z.string() }),
})
