import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { importBody, importPlanSchema } from '../wire/portability.ts'

export const exportProjectDocument = endpoint({
  method: 'GET',
  path: '/api/projects/{project_id}/export/',
  operationId: 'projects_export_retrieve',
  summary: 'Export the configuration of the project as one document',
  description: 'Also requires `cohort:read` and `dashboard:read`. Encrypted payloads are not included.',
  tag: 'identity',
  auth: 'personal_api_key',
  scope: 'feature_flag:read',
  params: z.object({ project_id: projectId() }),
  output: z.looseObject({ flagdeck_export: z.int() }).meta({ id: 'ExportedProject' }),
})

/** The size of a project with two thousand flags. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024

export const importProjectDocument = endpoint({
  method: 'POST',
  path: '/api/projects/{project_id}/import/',
  operationId: 'projects_import_create',
  summary: 'Import a document into the project',
  description:
    'Applies the whole document, or nothing if a part is invalid. Requires permission for each change; `dry_run` lists the changes.',
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
