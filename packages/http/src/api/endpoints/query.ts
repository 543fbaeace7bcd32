import { askQuerySchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { queryAnswerSchema } from '../wire/query-answer.ts'
import { requestBody } from '../wire/request-body.ts'

/** Fields of PostHog's clients that name a query, or say how to run it, and change nothing about its answer. */
const HARMLESS = ['async', 'client_query_id', 'limit_context', 'name']

/** POST for the size of questions: nothing is written. */
export const createQuery = endpoint({
  tag: 'insights',
  auth: 'personal_api_key',
  scope: 'query:read',
  method: 'POST',
  path: '/api/projects/{project_id}/query/',
  operationId: 'query_create',
  summary: 'Ask a query that is not kept as an insight',
  params: z.object({ project_id: projectId() }),
  body: requestBody(askQuerySchema, { accepted: HARMLESS }),
  output: queryAnswerSchema,
  errors: ['unprocessable'],
})
