import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { goFeatureFlagBody, goFeatureFlagSchema, goFeatureFlagsSchema } from '../wire/go-feature-flag.ts'

/** What the providers of GO Feature Flag ask of its relay proxy in their remote mode. */
const relay = {
  method: 'POST',
  auth: 'ofrep',
  tag: 'go_feature_flag',
  scope: 'feature_flag:read',
  cors: 'reflect',
  body: goFeatureFlagBody,
  errors: ['authentication_failed'],
} as const

export const goFeatureFlagEvaluate = endpoint({
  ...relay,
  path: '/v1/feature/{key}/eval',
  operationId: 'go_feature_flag_evaluate',
  summary: 'Evaluate one flag, as GO Feature Flag’s relay proxy does',
  params: z.object({ key: z.string() }),
  output: goFeatureFlagSchema,
})

export const goFeatureFlagEvaluateAll = endpoint({
  ...relay,
  path: '/v1/allflags',
  operationId: 'go_feature_flag_evaluate_all',
  summary: 'Evaluate all flags, as GO Feature Flag’s relay proxy does',
  output: goFeatureFlagsSchema,
})
