import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { FLAG_WIRE_NAMES, updateFlagBody } from '../wire/flag-request.ts'
import {
  blastRadiiAnswerSchema,
  blastRadiiBody,
  blastRadiusAnswerSchema,
  blastRadiusBody,
  previewAnswerSchema,
} from '../wire/impact.ts'

const flags = '/api/projects/{project_id}/feature_flags/' as const
const reads = { tag: 'feature_flags', auth: 'personal_api_key', scope: 'feature_flag:read' } as const
const inProject = z.object({ project_id: projectId() })

export const createUserBlastRadius = endpoint({
  ...reads,
  method: 'POST',
  path: `${flags}user_blast_radius/`,
  operationId: 'feature_flags_user_blast_radius_create',
  summary: 'Count the users or groups that a condition matches',
  params: inProject,
  body: blastRadiusBody,
  output: blastRadiusAnswerSchema,
})

export const createUserBlastRadii = endpoint({
  ...reads,
  method: 'POST',
  path: `${flags}bulk_user_blast_radius/`,
  operationId: 'feature_flags_bulk_user_blast_radius_create',
  summary: 'Count the users or groups that each of several conditions matches',
  description: 'Counts all conditions in one pass. An invalid condition returns its error instead of counts.',
  params: inProject,
  body: blastRadiiBody,
  output: blastRadiiAnswerSchema,
})

export const createPreview = endpoint({
  ...reads,
  method: 'POST',
  path: `${flags}{id}/preview/`,
  operationId: 'feature_flags_preview_create',
  summary: 'Preview which results an update would change',
  description: 'Accepts the body of an update, with the same validation. Nothing is written.',
  params: inProject.extend({ id: integerId() }),
  wireNames: FLAG_WIRE_NAMES,
  body: updateFlagBody,
  output: previewAnswerSchema,
  errors: ['conflict'],
})
