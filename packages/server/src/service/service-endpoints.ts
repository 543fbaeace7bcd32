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
  summary: 'Whether the process is alive',
  output: z.object({ status: z.literal('ok') }),
})

export const readyz = endpoint({
  method: 'GET',
  path: '/_readyz',
  auth: 'public',
  tag: 'service',
  operationId: 'readyz_retrieve',
  summary: 'Whether the server should receive requests',
  description:
    'Returns 503 during a shutdown, or if the server cannot evaluate flags. If the database is unavailable but flags are in memory, ' +
    'the status is `degraded`: evaluation continues with flags of the reported age. Redis is reported, but not required.',
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
  summary: 'Metrics in the Prometheus text format',
  mediaType: 'text/plain',
  output: z.string(),
})
