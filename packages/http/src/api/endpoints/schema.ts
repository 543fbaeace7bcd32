import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'

export const retrieveSchema = endpoint({
  method: 'GET',
  path: '/api/schema/',
  auth: 'public',
  tag: 'service',
  operationId: 'schema_retrieve',
  summary: 'The OpenAPI document of this service',
  output: z.record(z.string(), z.unknown()),
})
