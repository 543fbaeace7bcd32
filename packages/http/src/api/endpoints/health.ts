import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { healthSchema } from '../wire/health.ts'

export const retrieveHealth = endpoint({
  method: 'GET',
  path: '/api/organizations/{organization_id}/health/',
  operationId: 'organizations_health_retrieve',
  summary: 'Look at what the service stands on',
  description:
    'For who runs an organization. Nothing is changed, and the service tells neither passwords nor where its database is.',
  tag: 'identity',
  auth: 'personal_api_key',
  scope: 'organization:read',
  params: z.object({ organization_id: z.string() }),
  output: healthSchema,
})
