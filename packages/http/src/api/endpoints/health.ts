import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { healthSchema } from '../wire/health.ts'

export const retrieveHealth = endpoint({
  method: 'GET',
  path: '/api/organizations/{organization_id}/health/',
  operationId: 'organizations_health_retrieve',
  summary: 'Check the health of the service',
  description:
    'For admins of an organization. Changes nothing, and does not reveal passwords or the location of the database.',
  tag: 'identity',
  auth: 'personal_api_key',
  scope: 'organization:read',
  params: z.object({ organization_id: z.string() }),
  output: healthSchema,
})
