import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { definitionsSchema } from '../wire/definitions.ts'

/** The definitions feed, under the paths that three generations of SDKs use (HTTP-68). */
const feed = {
  method: 'GET',
  auth: 'definitions',
  tag: 'sdk',
  scope: 'feature_flag:read',
  cors: 'any',
  output: definitionsSchema,
  notModified: true,
} as const

const query = z.object({
  token: z.string().optional().describe('The project’s public token.'),
  api_key: z.string().optional().describe('Another name of `token`.'),
  send_cohorts: z.string().optional(),
})

export const retrieveDefinitions = endpoint({
  ...feed,
  query,
  path: '/flags/definitions',
  operationId: 'flags_definitions_retrieve',
  summary: 'Flag definitions for local evaluation',
})

export const retrieveLocalEvaluation = endpoint({
  ...feed,
  query,
  path: '/api/feature_flag/local_evaluation/',
  operationId: 'feature_flag_local_evaluation_retrieve',
  summary: 'Flag definitions for local evaluation, for older SDKs',
})

export const retrieveProjectLocalEvaluation = endpoint({
  ...feed,
  query,
  path: '/api/projects/{project_id}/feature_flags/local_evaluation/',
  operationId: 'feature_flags_local_evaluation_retrieve',
  summary: 'Retrieve local evaluation',
})
