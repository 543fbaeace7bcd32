import type { JsonObject } from '@flagdeck/core'
import type * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { STATUS_TEXT } from '../status-text.ts'
import { ERROR_SCHEMAS, errorResponses, refusalsOf } from './openapi-errors.ts'
import { HEADER_COMPONENTS, headerParameters, responseHeaders } from './openapi-headers.ts'
import { OpenApiSchemas } from './openapi-schemas.ts'
import { credentialText, SECURITY_SCHEMES, securityOf, tokenParameter } from './openapi-security.ts'

export interface OpenApiInfo {
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly license?: { readonly name: string; readonly identifier: string }
  readonly contact?: { readonly name: string; readonly url?: string }
  /** The URL of the API; relative to the document when missing. */
  readonly serverUrl?: string
  /** The description of each tag, in the order of the document. */
  readonly tags?: Readonly<Record<string, string>>
}

/**
 * The OpenAPI 3.1 document of a set of endpoints.
 * @throws Error when two endpoints share an operation id, or two different schemas an id
 */
export function openApiDocument(endpoints: readonly Endpoint[], info: OpenApiInfo): JsonObject {
  requireUniqueIds(endpoints)
  const described = endpoints.filter(succeeds)
  const schemas = new OpenApiSchemas()
  const paths = pathItems(described, schemas)
  const refusals = errorResponses(described)
  const { serverUrl = '/', tags = {}, ...about } = info
  return {
    openapi: '3.1.1',
    info: { ...about },
    servers: [{ url: serverUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas.components, ...ERROR_SCHEMAS },
      responses: refusals,
      ...usedComponents(HEADER_COMPONENTS, JSON.stringify([paths, refusals])),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/**
 * Whether the endpoint can succeed. Endpoints that only refuse, such as hard deletes, are no useful operations
 * (HTTP-30).
 */
function succeeds(endpoint: Endpoint): boolean {
  return successStatus(endpoint) < 400
}

/** The components that the paths or the shared refusals reference. */
function usedComponents(components: typeof HEADER_COMPONENTS, paths: string): JsonObject {
  const used = Object.entries(components).map(([kind, parts]): [string, JsonObject] => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => paths.includes(`#/components/${kind}/${name}"`))),
  ])
  return Object.fromEntries(used.filter(([, parts]) => Object.keys(parts).length > 0))
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
    ...tokenParameter(endpoint),
    ...headerParameters(endpoint),
  ]
  return {
    operationId,
    summary,
    description: [description, credentialText(endpoint)].filter((each) => each !== undefined).join('\n\n'),
    tags: [tag],
    ...(deprecated === undefined ? {} : { deprecated }),
    security: securityOf(endpoint),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body, schemas) }),
    responses: responsesOf(endpoint, schemas),
  }
}

function objectParameters(endpoint: Endpoint, place: 'path' | 'query', schemas: OpenApiSchemas): JsonObject[] {
  const schema = place === 'path' ? endpoint.params : endpoint.query
  if (schema === undefined) {
    return place === 'query' ? [] : endpoint.pathParams.map((name) => parameter(name, place, true, { type: 'string' }))
  }
  return Object.entries(schema.shape).map(([name, field]) => {
    // The fields of a zod object schema are zod schemas.
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

/** Forms with the same fields are accepted too, for clients that cannot send JSON. JSON can express more. */
function requestBody(body: z.ZodType | 'raw', schemas: OpenApiSchemas): JsonObject {
  if (body === 'raw') return { required: true, content: { '*/*': { schema: {} } } }
  const schema = schemas.add(body, 'input')
  return { required: needsFields(schema), content: { 'application/json': { schema } } }
}

function needsFields({ $ref, required }: JsonObject): boolean {
  return $ref !== undefined || (Array.isArray(required) && required.length > 0)
}

/** The responses of an endpoint, by status. */
export function responsesOf(endpoint: Endpoint, schemas: OpenApiSchemas): JsonObject {
  const status = successStatus(endpoint)
  return {
    [String(status)]: success(endpoint, status, schemas),
    ...(endpoint.dryRun && status !== 200 ? { '200': success(endpoint, 200, schemas) } : {}),
    ...(endpoint.notModified ? { '304': { description: STATUS_TEXT[304] ?? '' } } : {}),
    ...refusalsOf(endpoint, status, schemas),
  }
}

function successStatus({ status, output, mediaType }: Endpoint): number {
  return status ?? (output === undefined && mediaType === undefined ? 204 : 200)
}

function success(endpoint: Endpoint, status: number, schemas: OpenApiSchemas): JsonObject {
  const { output, mediaType = 'application/json' } = endpoint
  const described = { description: STATUS_TEXT[status] ?? 'Success', ...responseHeaders(endpoint) }
  if (output === undefined && endpoint.mediaType === undefined) return described
  if (output === undefined) return { ...described, content: { [mediaType]: {} } }
  return { ...described, content: { [mediaType]: { schema: contentSchema(endpoint, output, schemas) } } }
}

/** Validators see lines of JSON as text, so the description explains each line. */
function contentSchema({ mediaType }: Endpoint, output: z.ZodType, schemas: OpenApiSchemas): JsonObject {
  const schema = schemas.add(output, 'output')
  if (mediaType !== 'application/x-ndjson') return schema
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : 'a JSON object'
  return { type: 'string', description: `Lines of JSON, each ${name}.` }
}
