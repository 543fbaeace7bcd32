import type { JsonObject } from '@flagdeck/core'
import type { Endpoint } from '../endpoint.ts'
import { PROBLEM_CODES, STRUCTURAL_PATTERN } from '../error-codes.ts'
import { mayWrite } from '../mistyped-parameters.ts'
import { type ProblemKind, statusOf } from '../problem.ts'
import { STATUS_TEXT } from '../status-text.ts'
import { refusalHeaders } from './openapi-headers.ts'
import type { OpenApiSchemas } from './openapi-schemas.ts'

const ERROR_SCHEMA: JsonObject = {
  type: 'object',
  required: ['type', 'code', 'detail', 'attr'],
  properties: {
    type: { type: 'string' },
    code: { $ref: '#/components/schemas/ErrorCode' },
    detail: { type: 'string', description: 'A message for the person who must act.' },
    attr: { type: ['string', 'null'], description: 'The field that is wrong; null when the whole request is.' },
    extra: {
      type: 'object',
      description:
        'Every broken rule in `errors`; `version`, `paths`, `base`, `theirs` and `mine` of a `conflict`; the `request_id` of a server error.',
    },
  },
}

/** docs/errors.md documents the meaning of each code and how to react. */
const ERROR_CODE_SCHEMA: JsonObject = {
  type: 'string',
  anyOf: [{ enum: [...PROBLEM_CODES] }, { pattern: STRUCTURAL_PATTERN }],
  description: 'The code for programs. Codes that start with `structural.` name the wrong part of `filters`.',
}

export const ERROR_SCHEMAS: JsonObject = { Error: ERROR_SCHEMA, ErrorCode: ERROR_CODE_SCHEMA }

/** The refusals of an endpoint, by status. */
export function refusalsOf(endpoint: Endpoint, besides: number, schemas: OpenApiSchemas): JsonObject {
  const statuses = problemStatuses(endpoint).filter((status) => status !== besides)
  return Object.fromEntries(statuses.map((status) => [String(status), refusal(endpoint, status, schemas)]))
}

function refusal(endpoint: Endpoint, status: number, schemas: OpenApiSchemas): JsonObject {
  const { problems, bodilessProblems = [] } = endpoint
  if (bodilessProblems.includes(status)) return { description: STATUS_TEXT[status] ?? 'Error' }
  if (problems === undefined) return { $ref: `#/components/responses/${status}` }
  return described(status, schemas.add(problems.schema, 'output'), problems.mediaType)
}

function described(status: number, schema: JsonObject, mediaType = 'application/json'): JsonObject {
  const content = { [mediaType]: { schema } }
  return { description: STATUS_TEXT[status] ?? 'Error', ...refusalHeaders(status), content }
}

/** The statuses of the refusals that an endpoint declares or implies. */
function problemStatuses(endpoint: Endpoint): number[] {
  const { auth, scope, pathParams, query, list, body, errors = [], idempotencyKey, problems } = endpoint
  const kinds: ProblemKind[] = [...errors]
  if (auth !== 'public') kinds.push('not_authenticated', 'throttled')
  if (scope !== undefined && scope !== null) kinds.push('permission_denied')
  if (pathParams.length > 0) kinds.push('not_found')
  if (query !== undefined || list || mayWrite(endpoint)) kinds.push('validation')
  if (body !== undefined) kinds.push('validation', 'request_entity_too_large', 'unsupported_media_type')
  if (idempotencyKey) kinds.push('bad_request', 'unprocessable')
  kinds.push('service_unavailable')
  const statuses = kinds.map(statusOf).map((status) => problems?.statusFor?.(status) ?? status)
  return [...new Set(statuses)].sort((a, b) => a - b)
}

/** The refusals with the usual body. */
export function errorResponses(endpoints: readonly Endpoint[]): JsonObject {
  const usual = endpoints.filter(({ problems }) => problems === undefined)
  const statuses = [...new Set(usual.flatMap(problemStatuses))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [String(status), described(status, { $ref: '#/components/schemas/Error' })]),
  )
}
