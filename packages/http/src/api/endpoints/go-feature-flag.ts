import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { goFeatureFlagBody, goFeatureFlagSchema, goFeatureFlagsSchema } from '../wire/go-feature-flag.ts'

/** The requests that GO Feature Flag's providers send to its relay proxy in their remote mode. */
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

/** In their in-process mode, the providers evaluate GO Feature Flag's rules, which Flagdeck does not support. */
export const goFeatureFlagConfiguration = endpoint({
  method: 'POST',
  path: '/v1/flag/configuration',
  operationId: 'go_feature_flag_configuration',
  summary: 'Reject GO Feature Flag’s in-process mode, and name the mode to use instead',
  auth: 'ofrep',
  tag: 'go_feature_flag',
  scope: 'feature_flag:read',
  cors: 'reflect',
  errors: ['authentication_failed', 'not_implemented'],
})

/** Public: browsers cannot send a key in a header of a WebSocket, and all requests are refused the same way. */
const changes = {
  method: 'GET',
  auth: 'public',
  tag: 'go_feature_flag',
  cors: 'reflect',
  errors: ['not_implemented'],
} as const

export const goFeatureFlagChanges = endpoint({
  ...changes,
  path: '/ws/v1/flag/change',
  operationId: 'go_feature_flag_changes',
  summary: 'Reject the websocket of GO Feature Flag’s providers, and name the alternative',
})

export const goFeatureFlagChangesStream = endpoint({
  ...changes,
  path: '/stream/v1/ws/flag/change',
  operationId: 'go_feature_flag_changes_stream',
  summary: 'The same at its newer address',
})
