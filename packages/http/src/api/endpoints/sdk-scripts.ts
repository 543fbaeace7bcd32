import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { renderPlainProblem } from '../wire/plain-problem.ts'

/** Scripts are not API calls, so the OpenAPI document does not contain them. */
const script = {
  method: 'GET',
  tag: 'sdk',
  cors: 'any',
  mediaType: 'application/javascript',
  output: z.string(),
  errors: ['not_found'],
  notModified: true,
  renderProblem: renderPlainProblem,
  problems: { schema: z.string(), mediaType: 'text/plain' },
} as const

export const retrieveSdkScript = endpoint({
  ...script,
  auth: 'public',
  path: '/static/{file}',
  restOfPath: true,
  operationId: 'sdk_script_retrieve',
  summary: 'A script of posthog-js, where it is installed beside the server',
})

export const retrieveProjectScript = endpoint({
  ...script,
  auth: 'project_token',
  path: '/array/{token}/array.js',
  operationId: 'sdk_project_script_retrieve',
  summary: 'posthog-js with the configuration of a project',
})
