import { endpoint } from '@flagdeck/http'
import * as z from 'zod'

const readiness = z
  .object({
    status: z.enum(['ready', 'degraded', 'unavailable', 'draining']),
    store: z.enum(['ok', 'unreachable']).optional(),
    redis: z.enum(['ok', 'unreachable']).optional(),
    encryption_key: z.enum(['missing', 'wrong']).optional(),
    definitions_age_seconds: z.number().nullable().optional(),
  })
  .meta({ id: 'Readiness' })

export const livez = endpoint({
  method: 'GET',
  path: '/_livez',
  auth: 'public',
  tag: 'service',
  operationId: 'livez_retrieve',
  summary: 'Whether the process answers',
  output: z.object({ status: z.literal('ok') }),
})

export const readyz = endpoint({
  method: 'GET',
  path: '/_readyz',
  auth: 'public',
  tag: 'service',
  operationId: 'readyz_retrieve',
  summary: 'Whether the server should get requests',
  description:
    'Answers 503 while it stops, and when it can answer nothing. With the database away but flags in memory it is ' +
    '`degraded`: evaluation goes on, with flags of the stated age. Redis is told of, and needed for nothing.',
  errors: ['service_unavailable'],
  output: readiness,
})

export const health = endpoint({
  method: 'GET',
  path: '/_health',
  auth: 'public',
  tag: 'service',
  operationId: 'health_retrieve',
  summary: 'The same as /_readyz',
  errors: ['service_unavailable'],
  output: readiness,
})

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  auth: 'public',
  tag: 'service',
  operationId: 'metrics_retrieve',
  summary: 'Measurements in the text format of Prometheus',
  mediaType: 'text/plain',
  output: z.string(),
})
