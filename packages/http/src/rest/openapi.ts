import type { JsonObject } from '@flagdeck/core'
import type { z } from 'zod'
import {
  IDEMPOTENCY_COMPONENTS,
  IDEMPOTENCY_PARAMETER,
  IDEMPOTENCY_RESPONSE_HEADERS,
} from '../api/idempotency/idempotency-openapi.ts'
import type { AuthKind } from './auth-kind.ts'
import type { Endpoint } from './endpoint.ts'
import { PROBLEM_CODES, STRUCTURAL_PATTERN } from './error-codes.ts'
import { OpenApiSchemas } from './openapi-schemas.ts'
import { type ProblemKind, statusOf } from './problem.ts'
import { STATUS_TEXT } from './status-text.ts'

export interface OpenApiInfo {
  readonly title: string
  readonly version: string
  readonly description?: string
  /** Where the API is served; relative to the document when missing. */
  readonly serverUrl?: string
}

/**
 * The OpenAPI 3.1 document of a set of endpoints.
 * @throws Error when two endpoints share an operation id, or two different schemas an id
 */
export function openApiDocument(endpoints: readonly Endpoint[], info: OpenApiInfo): JsonObject {
  requireUniqueIds(endpoints)
  const schemas = new OpenApiSchemas()
  const paths = pathItems(endpoints, schemas)
  const { serverUrl = '/', ...about } = info
  return {
    openapi: '3.1.1',
    info: { ...about },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { ...schemas.components, Error: ERROR_SCHEMA, ErrorCode: ERROR_CODE_SCHEMA },
      responses: errorResponses(endpoints),
      ...(endpoints.some(({ idempotencyKey }) => idempotencyKey) ? IDEMPOTENCY_COMPONENTS : {}),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const BEARER = { type: 'http', scheme: 'bearer' } as const

const SECURITY_SCHEMES = {
  personalApiKey: { ...BEARER, description: 'A personal API key (phx_…).' },
  projectSecret: { ...BEARER, description: "The project's secret token (phs_…)." },
  projectToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: "The project's public token (phc_…); also in the body.",
  },
  projectTokenBearer: { ...BEARER, description: "The project's public token (phc_…)." },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'flagdeck_session',
    description:
      'Of who is signed in to the console, for pages of its own origin; over https its name begins with `__Host-`.',
  },
  streamToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The token in the answer to a bulk evaluation over OFREP.',
  },
}

const SECURITY: Readonly<Record<AuthKind, readonly (keyof typeof SECURITY_SCHEMES)[]>> = {
  personal_api_key: ['personalApiKey', 'session'],
  session: ['session'],
  definitions: ['personalApiKey', 'projectSecret', 'session'],
  ofrep: ['personalApiKey', 'projectSecret', 'projectTokenBearer'],
  usage_source: ['personalApiKey', 'projectSecret', 'projectTokenBearer'],
  stream_token: ['streamToken'],
  project_token: ['projectToken'],
  public: [],
}

const ERROR_SCHEMA: JsonObject = {
  type: 'object',
  required: ['type', 'code', 'detail', 'attr'],
  properties: {
    type: { type: 'string' },
    code: { $ref: '#/components/schemas/ErrorCode' },
    detail: { type: 'string', description: 'For the person who must act.' },
    attr: { type: ['string', 'null'], description: 'The field that is wrong; null when the whole request is.' },
    extra: {
      type: 'object',
      description:
        'Every broken rule in `errors`; `version`, `paths`, `base`, `theirs` and `mine` of a `conflict`; the `request_id` of a server error.',
    },
  },
}

/** docs/errors.md says of each code what it means and what to do. */
const ERROR_CODE_SCHEMA: JsonObject = {
  type: 'string',
  anyOf: [{ enum: [...PROBLEM_CODES] }, { pattern: STRUCTURAL_PATTERN }],
  description: 'What to switch on. Codes that begin with `structural.` name the part of `filters` that is wrong.',
}

function requireUniqueIds(endpoints: readonly Endpoint[]): void {
  const ids = new Set<string>()
  for (const { operationId } of endpoints) {
    if (ids.has(operationId)) throw new Error(`two endpoints have the operation id ${operationId}`)
    ids.add(operationId)
  }
}

function pathItems(endpoints: readonly Endpoint[], schemas: OpenApiSchemas): JsonObject {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint, schemas)])),
    ]),
  )
}

function operation(endpoint: Endpoint, schemas: OpenApiSchemas): JsonObject {
  const { operationId, summary, description, tag, deprecated } = endpoint
  const parameters = [
    ...objectParameters(endpoint, 'path', schemas),
    ...objectParameters(endpoint, 'query', schemas),
    ...(endpoint.idempotencyKey ? [IDEMPOTENCY_PARAMETER] : []),
  ]
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(deprecated === undefined ? {} : { deprecated }),
    security: security(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body, schemas) }),
    responses: responses(endpoint, schemas),
  }
}

function security({ auth, scope }: Endpoint): JsonObject[] {
  const scopes = [scope ?? []].flat()
  return SECURITY[auth].map((scheme) => ({ [scheme]: scheme === 'personalApiKey' ? scopes : [] }))
}

function objectParameters(endpoint: Endpoint, place: 'path' | 'query', schemas: OpenApiSchemas): JsonObject[] {
  const schema = place === 'path' ? endpoint.params : endpoint.query
  if (schema === undefined) {
    return place === 'query' ? [] : endpoint.pathParams.map((name) => parameter(name, place, true, { type: 'string' }))
  }
  return Object.entries(schema.shape).map(([name, field]) => {
    // The fields of an object schema are schemas of the same library.
    const json = schemas.add(field as z.ZodType, 'input')
    return parameter(name, place, place === 'path' || !acceptsNothing(field), json)
  })
}

function acceptsNothing(field: z.core.$ZodType): boolean {
  return (field as z.ZodType).safeParse(undefined).success
}

function parameter(name: string, place: 'path' | 'query', required: boolean, json: JsonObject): JsonObject {
  const { description, ...schema } = json
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema }
}

function requestBody(body: z.ZodType | 'raw', schemas: OpenApiSchemas): JsonObject {
  if (body === 'raw') return { content: { '*/*': { schema: {} } } }
  const schema = schemas.add(body, 'input')
  return { content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } }
}

function responses(endpoint: Endpoint, schemas: OpenApiSchemas): JsonObject {
  const status = successStatus(endpoint)
  const errors = problemStatuses(endpoint).filter((each) => each !== status)
  return {
    [String(status)]: success(endpoint, status, schemas),
    ...(endpoint.dryRun && status !== 200 ? { '200': success(endpoint, 200, schemas) } : {}),
    ...(endpoint.notModified ? { '304': { description: STATUS_TEXT[304] ?? '' } } : {}),
    ...Object.fromEntries(errors.map((each) => [String(each), refusal(endpoint, each, schemas)])),
  }
}

function refusal({ problems }: Endpoint, status: number, schemas: OpenApiSchemas): JsonObject {
  if (problems === undefined) return { $ref: `#/components/responses/${status}` }
  const schema = schemas.add(problems.schema, 'output')
  return { description: STATUS_TEXT[status] ?? 'Error', content: { 'application/json': { schema } } }
}

function successStatus({ status, output, mediaType }: Endpoint): number {
  return status ?? (output === undefined && mediaType === undefined ? 204 : 200)
}

function success(endpoint: Endpoint, status: number, schemas: OpenApiSchemas): JsonObject {
  const { output, mediaType = 'application/json', idempotencyKey } = endpoint
  const described = {
    description: STATUS_TEXT[status] ?? 'Success',
    ...(idempotencyKey ? { headers: IDEMPOTENCY_RESPONSE_HEADERS } : {}),
  }
  if (output === undefined && endpoint.mediaType === undefined) return described
  if (output === undefined) return { ...described, content: { [mediaType]: {} } }
  return { ...described, content: { [mediaType]: { schema: schemas.add(output, 'output') } } }
}

/** The statuses of what an endpoint may refuse, by its declaration. */
function problemStatuses(endpoint: Endpoint): number[] {
  const { auth, scope, pathParams, query, body, errors = [], idempotencyKey, problems } = endpoint
  const kinds: ProblemKind[] = [...errors]
  if (auth !== 'public') kinds.push('not_authenticated', 'throttled')
  if (scope !== undefined && scope !== null) kinds.push('permission_denied')
  if (pathParams.length > 0) kinds.push('not_found')
  if (query !== undefined) kinds.push('validation')
  if (body !== undefined) kinds.push('validation', 'request_entity_too_large', 'unsupported_media_type')
  if (idempotencyKey) kinds.push('bad_request', 'unprocessable')
  kinds.push('service_unavailable')
  const statuses = kinds.map(statusOf).map((status) => problems?.statusFor(status) ?? status)
  return [...new Set(statuses)].sort((a, b) => a - b)
}

/** The refusals in the usual form. */
function errorResponses(endpoints: readonly Endpoint[]): JsonObject {
  const usual = endpoints.filter(({ problems }) => problems === undefined)
  const statuses = [...new Set(usual.flatMap(problemStatuses))].sort((a, b) => a - b)
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    statuses.map((status) => [String(status), { description: STATUS_TEXT[status] ?? 'Error', content }]),
  )
}
