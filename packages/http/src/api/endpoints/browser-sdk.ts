import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { earlyAccessFeaturesSchema, NO_EXPERIMENTS, NO_SURVEYS, NO_TOURS } from '../wire/browser-sdk.ts'

/** Requests of posthog-js in addition to flags. They name their project in the query. */
const asks = {
  auth: 'project_token',
  tag: 'sdk',
  cors: 'reflect',
  errors: ['authentication_failed'],
  query: z.object({ token: z.string().optional().describe('The project’s public token.') }),
} as const

export const listEarlyAccessFeatures = endpoint({
  ...asks,
  method: 'GET',
  path: '/api/early_access_features/',
  operationId: 'early_access_features_list',
  summary: 'List the early access features that users can turn on and off',
  query: asks.query.extend({ stage: z.array(z.string()).optional().describe('Any of these stages; default: `beta`.') }),
  output: earlyAccessFeaturesSchema,
})

export const listSurveys = endpoint({
  ...asks,
  method: 'GET',
  path: '/api/surveys/',
  operationId: 'surveys_list',
  summary: 'Return an empty list of surveys, which are not supported',
  output: NO_SURVEYS,
})

export const listWebExperiments = endpoint({
  ...asks,
  method: 'GET',
  path: '/api/web_experiments/',
  operationId: 'web_experiments_list',
  summary: 'Return an empty list of no-code experiments, which are not supported',
  output: NO_EXPERIMENTS,
})

export const listProductTours = endpoint({
  ...asks,
  method: 'GET',
  path: '/api/product_tours/',
  operationId: 'product_tours_list',
  summary: 'Return an empty list of product tours, which are not supported',
  output: NO_TOURS,
})

/** SDKs repeat their request until it succeeds. */
const takesAndDrops = { ...asks, method: 'POST', body: 'raw', output: z.object({}) } as const

export const takeLogs = endpoint({
  ...takesAndDrops,
  path: '/i/v1/logs',
  operationId: 'logs_take',
  summary: 'Accept logs without storing them',
})

export const takeMetrics = endpoint({
  ...takesAndDrops,
  path: '/i/v1/metrics',
  operationId: 'metrics_take',
  summary: 'Accept metrics without storing them',
})
