import { endpoint } from '../../rest/endpoint.ts'
import { unleashContextBody, unleashContextQuery, unleashTogglesSchema } from '../wire/unleash.ts'

/** The requests of Unleash's SDKs for pages and apps, which do not evaluate flags locally. */
const frontend = {
  auth: 'ofrep',
  tag: 'unleash',
  scope: 'feature_flag:read',
  cors: 'reflect',
  errors: ['authentication_failed'],
  output: unleashTogglesSchema,
  notModified: true,
} as const

const path = '/api/frontend' as const

export const unleashToggles = endpoint({
  ...frontend,
  method: 'GET',
  path,
  operationId: 'unleash_frontend_toggles',
  summary: 'List the flags that are on for a context, like Unleash’s frontend API',
  query: unleashContextQuery,
})

export const unleashTogglesByPost = endpoint({
  ...frontend,
  method: 'POST',
  path,
  operationId: 'unleash_frontend_toggles_by_post',
  summary: 'The same, with the context in the body',
  body: unleashContextBody,
})

/** Unleash's server SDKs evaluate the rules of Unleash, which Flagdeck does not support. */
export const unleashFeatures = endpoint({
  method: 'GET',
  path: '/api/client/features',
  operationId: 'unleash_features',
  summary: 'Reject Unleash’s server SDKs, and name the alternative',
  auth: 'ofrep',
  tag: 'unleash',
  scope: 'feature_flag:read',
  cors: 'reflect',
  errors: ['authentication_failed', 'not_implemented'],
})
