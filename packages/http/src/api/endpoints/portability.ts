import { z } from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'

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
