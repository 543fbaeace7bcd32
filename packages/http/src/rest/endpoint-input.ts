import type { JsonObject, Violation } from '@flagdeck/core'
import { notFound, violationsOf } from '@flagdeck/core/operations'
import type * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import type { EndpointRequest } from './endpoint-request.ts'
import { refuseUnknownParameters } from './list-parameters.ts'
import { mayWrite, refuseDryRunOfBody, refuseMistypedParameters } from './mistyped-parameters.ts'
import { rawQuery } from './query.ts'
import { invalidRequest, RequestError } from './request-error.ts'

/** @throws DomainError `not_found`: a parameter with a wrong form identifies nothing */
export function parseParams({ params }: Endpoint, pathParams: Readonly<Record<string, string>>): unknown {
  if (params === undefined) return pathParams
  const result = params.safeParse(pathParams)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw notFound(issue?.code === 'custom' ? issue.message : undefined)
}

/** @throws RequestError `invalid` with every broken rule */
export function parseQuery(endpoint: Endpoint, request: EndpointRequest): unknown {
  refuseUnknownParameters(endpoint, request)
  refuseMistypedParameters(endpoint, request)
  const { query } = endpoint
  return query === undefined ? undefined : parseWith(query, rawQuery(query, request))
}

/**
 * @throws RequestError when the body is not a JSON object, is too large, or breaks its schema, and for an unsupported
 * dry run
 */
export async function parseBody(endpoint: Endpoint, request: EndpointRequest): Promise<unknown> {
  const { body } = endpoint
  if (body === 'raw') return request.readBody()
  if (body === undefined) {
    if (mayWrite(endpoint)) refuseDryRunOfBody(endpoint, await request.readData().catch(nothingUnlessUnread))
    return undefined
  }
  const data = await request.readData()
  const parsed = parseWith(body, data)
  if (mayWrite(endpoint) && !takesDryRun(parsed)) refuseDryRunOfBody(endpoint, data)
  return parsed
}

/**
 * A body that is not a JSON object requests no dry run. One that could not be read may request one, so nothing is
 * written.
 */
function nothingUnlessUnread(error: unknown): JsonObject {
  const isRead = error instanceof RequestError && !['request_entity_too_large', 'request_timeout'].includes(error.kind)
  if (isRead) return {}
  throw error
}

function takesDryRun(parsed: unknown): boolean {
  return typeof parsed === 'object' && parsed !== null && 'dryRun' in parsed
}

function parseWith(schema: z.ZodType, data: unknown): unknown {
  const result = schema.safeParse(data, { reportInput: true })
  if (result.success) return result.data
  // A failed parse has at least one issue.
  throw invalidRequest(violationsOf(result.error) as [Violation, ...Violation[]])
}
