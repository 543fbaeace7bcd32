import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { importBody, importPlanSchema } from '../wire/portability.ts'

export const exportProjectDocument = endpoint({
  method: 'GET',
  path: '/api/projects/{project_id}/export/',
  operationId: 'projects_export_retrieve',
  summary: 'Export what people have configured in the project as one document',
  description: 'Takes `cohort:read` and `dashboard:read` too. Encrypted payloads are not shown.',
  tag: 'identity',
  auth: 'personal_api_key',
  scope: 'feature_flag:read',
  params: z.object({ project_id: projectId() }),
  output: z.looseObject({ flagdeck_export: z.int() }).meta({ id: 'ExportedProject' }),
})

/** A project of two thousand flags. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024

export const importProjectDocument = endpoint({
  method: 'POST',
  path: '/api/projects/{project_id}/import/',
  operationId: 'projects_import_create',
  summary: 'Make the project what a document says',
  description:
    'All of it or, when anything in it is refused, nothing. It takes the right to every single change; `dry_run` tells what they would be.',
  tag: 'identity',
  auth: 'personal_api_key',
  scope: 'feature_flag:write',
  params: z.object({ project_id: projectId() }),
  ...mayBeTried,
  idempotencyKey: true,
  body: importBody,
  maxBodyBytes: MAX_DOCUMENT_BYTES,
  errors: ['conflict'],
  output: importPlanSchema,
})
