import { askQuerySchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { queryAnswerSchema } from '../wire/query-answer.ts'
import { requestBody } from '../wire/request-body.ts'

/** Fields of PostHog's clients that have no effect here: they name a query, or control how PostHog runs it. */
const IGNORED_FIELDS = ['async', 'client_query_id', 'limit_context', 'name']

/** A POST because queries can be large. It writes nothing. */
export const createQuery = endpoint({
  tag: 'insights',
  auth: 'personal_api_key',
  scope: 'query:read',
  method: 'POST',
  path: '/api/projects/{project_id}/query/',
  operationId: 'query_create',
  summary: 'Run a query without saving it as an insight',
  params: z.object({ project_id: projectId() }),
  body: requestBody(askQuerySchema, { refuseUnknownExcept: IGNORED_FIELDS }),
  output: queryAnswerSchema,
  errors: ['unprocessable'],
})
