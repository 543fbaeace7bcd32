import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'

/** Usage reports of other services' SDKs, including from pages. */
const usageSource = {
  method: 'POST',
  auth: 'usage_source',
  scope: 'feature_flag:read',
  tag: 'sdk',
  cors: 'reflect',
  errors: ['authentication_failed'],
} as const

/** SDKs stop sending after a 400, so no field is required. */
const metrics = {
  ...usageSource,
  status: 202,
  body: z.looseObject({}).describe('Metrics as Unleash’s SDKs send them.'),
} as const

export const unleashMetrics = endpoint({
  ...metrics,
  path: '/api/client/metrics',
  operationId: 'unleash_metrics',
  summary: 'Accept usage metrics from an Unleash SDK',
})

export const unleashFrontendMetrics = endpoint({
  ...metrics,
  path: '/api/frontend/client/metrics',
  operationId: 'unleash_frontend_metrics',
  summary: 'Accept usage metrics from an Unleash browser SDK',
})

export const unleashBulkMetrics = endpoint({
  ...metrics,
  path: '/api/client/metrics/bulk',
  operationId: 'unleash_bulk_metrics',
  summary: 'Accept usage metrics from Unleash Edge',
})

export const goFeatureFlagEvents = endpoint({
  ...usageSource,
  path: '/v1/data/collector',
  operationId: 'go_feature_flag_collect',
  summary: 'Accept evaluations from a GO Feature Flag SDK',
  body: z.looseObject({ events: z.array(z.unknown()), meta: z.unknown().optional() }),
  output: z.object({ ingestedContentCount: z.int() }),
})
