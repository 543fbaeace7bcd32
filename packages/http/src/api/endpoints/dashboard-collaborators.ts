import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId, uuidId } from '../../rest/path-id.ts'
import { addCollaboratorBody, collaboratorSchema } from '../wire/dashboard-collaborator.ts'

const collaborators = '/api/projects/{project_id}/dashboards/{id}/collaborators/' as const

const oneDashboard = z.object({ project_id: projectId(), id: integerId() })

const reads = { tag: 'dashboards', auth: 'personal_api_key', scope: 'dashboard:read' } as const
const writes = { ...reads, scope: 'dashboard:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listCollaborators = endpoint({
  ...reads,
  method: 'GET',
  path: collaborators,
  operationId: 'dashboards_collaborators_list',
  list: true,
  summary: 'List the collaborators of a restricted dashboard',
  params: oneDashboard,
  output: z.array(collaboratorSchema),
})

export const addCollaborator = endpoint({
  ...posts,
  path: collaborators,
  operationId: 'dashboards_collaborators_create',
  summary: 'Add a collaborator to a restricted dashboard',
  params: oneDashboard,
  body: addCollaboratorBody,
  status: 201,
  output: collaboratorSchema,
})

export const removeCollaborator = endpoint({
  ...writes,
  method: 'DELETE',
  path: `${collaborators}{user_uuid}/`,
  operationId: 'dashboards_collaborators_destroy',
  summary: 'Remove a collaborator',
  params: oneDashboard.extend({ user_uuid: uuidId() }),
  errors: ['validation'],
})
