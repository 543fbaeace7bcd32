import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { switchText } from '../wire/page.ts'
import { sdkConfigSchema } from '../wire/sdk-config.ts'
import { decideResponseSchema, flagsResponseSchema, flagValuesSchema } from '../wire/sdk-response.ts'

/** SDKs name their project by its public token, and send requests from pages of any origin. */
const sdk = { auth: 'project_token', tag: 'sdk', cors: 'reflect' } as const

const evaluation = {
  ...sdk,
  method: 'POST',
  query: z.object({
    v: z.string().optional(),
    config: z.string().optional(),
    compression: z.string().optional(),
    only_evaluate_survey_feature_flags: switchText().describe('true: flags that target surveys, and no others'),
  }),
  body: 'raw',
  errors: ['authentication_failed', 'bad_request', 'parse_error'],
} as const

export const evaluateFlags = endpoint({
  ...evaluation,
  path: '/flags/',
  operationId: 'flags_evaluate',
  summary: 'Evaluate the flags of a project for one subject',
  output: z.union([flagsResponseSchema, flagValuesSchema]),
  notModified: true,
})

export const decide = endpoint({
  ...evaluation,
  path: '/decide/',
  operationId: 'decide',
  summary: 'Evaluate the flags of a project for one subject, for older SDKs',
  output: decideResponseSchema,
})

/** Some SDKs check whether the endpoint exists. */
export const probeFlags = endpoint({
  ...sdk,
  auth: 'public',
  method: 'GET',
  path: '/flags/',
  operationId: 'flags_probe',
  summary: 'Return an empty response in the expected format',
  output: flagsResponseSchema,
})

const configuration = {
  ...sdk,
  method: 'GET',
  params: z.object({ token: z.string().describe('The project’s public token.') }),
} as const

export const retrieveSdkConfig = endpoint({
  ...configuration,
  path: '/array/{token}/config',
  operationId: 'sdk_config_retrieve',
  summary: 'Retrieve the configuration for posthog-js',
  output: sdkConfigSchema,
})

export const retrieveSdkConfigScript = endpoint({
  ...configuration,
  path: '/array/{token}/config.js',
  operationId: 'sdk_config_script_retrieve',
  summary: 'The same as a script',
  mediaType: 'application/javascript',
  output: z.string(),
})
