import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import { expect } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '../../src/rest/endpoint.ts'
import { PROBLEM_CODES, STRUCTURAL_PATTERN } from '../../src/rest/error-codes.ts'
import { documentedHeaders } from '../../src/rest/openapi/openapi-headers.ts'
import { RESPONSE_HEADERS } from '../../src/rest/response-headers.ts'
import type { ApiResponse } from './api-response.ts'
import { documentedStatuses } from './documented-statuses.ts'

/** A code of the table, or one that is composed of parts. */
const code = z.union([z.enum(PROBLEM_CODES), z.string().regex(new RegExp(STRUCTURAL_PATTERN))])

const violation = { code, detail: z.string().min(1), attr: z.string().nullable() }

const fields = z.record(z.string(), z.unknown())

/** The values of both edits (EDIT-7). */
const conflict = z.strictObject({
  version: z.int(),
  paths: z.array(z.string()).min(1).max(100),
  base: fields,
  theirs: fields,
  mine: fields,
})

/** The body of every refusal (HTTP-16, HTTP-17), without additional fields. */
const errorBody = z.strictObject({
  type: z.enum(['validation_error', 'invalid_request', 'authentication_error', 'throttled_error', 'server_error']),
  ...violation,
  extra: z
    .union([z.strictObject({ errors: z.array(z.strictObject(violation)).min(2) }), z.strictObject({ conflict })])
    .optional(),
})

/** No response may contain a stack, the name of a source file, or a statement. */
const LEAKS = /node_modules|\bat [\w.<>]+ \(|\.ts:\d|file:\/\/|SQLITE_|select .* from|insert into/i

/** The intended status of another service's unsupported endpoints (PROTO-63). */
const NOT_IMPLEMENTED = 501

/**
 * Validates every response against the declaration of its endpoint, so that the two cannot diverge. There are hundreds
 * of thousands of responses, and assertions are slow: only a suspicious response is asserted.
 */
export function checkAnswer(response: ApiResponse, endpoint: Endpoint | null | undefined): void {
  const { status, text } = response
  if (status >= 500 && status !== NOT_IMPLEMENTED) expect(status, text ?? '').toBeLessThan(500)
  if (endpoint) {
    const statuses = documentedStatuses(endpoint)
    if (!statuses.has(status)) expect(statuses, endpoint.operationId).toContain(status)
  }
  if (endpoint) checkHeaders(response, endpoint)
  if (response.status >= 400) checkRefusal(response, endpoint)
  else if (response.status < 300 && endpoint) checkSuccess(response, endpoint)
}

/** Checks the headers that the document promises (HTTP-33). */
function checkHeaders({ status, headers }: ApiResponse, endpoint: Endpoint): void {
  const sent = RESPONSE_HEADERS.filter((name) => headers[name.toLowerCase()] !== undefined)
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
  if (status >= 300 || sent.length === 0) return
  const documented = documentedHeaders(endpoint)
  const missing = sent.filter((name) => !documented.includes(name))
  if (missing.length > 0) expect([endpoint.operationId, missing]).toEqual([endpoint.operationId, []])
}

/** The response when the service is temporarily unavailable. */
export function checkOutage({ status, body, headers }: ApiResponse): void {
  expect(status).toBe(503)
  expect(body).toMatchObject({ type: 'server_error', code: 'service_unavailable', attr: null })
  expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
}

function checkSuccess(
  { status, text, headers }: ApiResponse,
  { output, mediaType = 'application/json', status: declared, dryRun }: Endpoint,
): void {
  if (output === undefined) {
    expect({ status, text }).toEqual({ status: declared ?? 204, text: null })
    return
  }
  const statuses = dryRun ? [declared ?? 200, 200] : [declared ?? 200]
  if (!statuses.includes(status)) expect(statuses).toContain(status)
  if (text === null) return
  checkMediaType(headers, mediaType)
  const documents = mediaType === 'application/x-ndjson' ? text.split('\n').filter(Boolean) : [text]
  for (const document of documents) checkDocument(document, output)
}

function checkDocument(text: string, output: NonNullable<Endpoint['output']>): void {
  if (checked.get(output)?.has(text)) return
  // Parsing drops fields that the schema does not name, so additional fields are detected as well.
  const body: JsonValue = JSON.parse(text)
  const parsed = output.parse(body) as JsonValue
  if (!isDeepStrictEqual(body, parsed)) expect(withoutPrototype(body)).toEqual(withoutPrototype(parsed))
  rememberChecked(output, text)
}

/** Valid texts by their schema. Snapshots that must not change repeat them often. */
const checked = new WeakMap<object, Set<string>>()
const REMEMBERED_TEXTS = 20

function rememberChecked(output: object, text: string): void {
  const texts = checked.get(output) ?? new Set()
  if (texts.size >= REMEMBERED_TEXTS) texts.clear()
  checked.set(output, texts.add(text))
}

function checkRefusal({ status, text, body, headers }: ApiResponse, endpoint: Endpoint | null | undefined): void {
  // Protocols with their own error form are tested separately.
  if (endpoint?.renderProblem) return
  if (text === null) {
    expect(endpoint).toMatchObject({ status: 405 })
    return
  }
  const { error } = errorBody.safeParse(body)
  if (error) expect(error.message).toBeUndefined()
  if (LEAKS.test(text)) expect(text).not.toMatch(LEAKS)
  checkMediaType(headers, 'application/json')
  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer')
  if (status === 405) expect(headers.allow).toBeDefined()
}

function checkMediaType(headers: ApiResponse['headers'], mediaType: string): void {
  if (headers['content-type'] !== mediaType) expect(headers['content-type']).toBe(mediaType)
}

/** The schema library loses a key named `__proto__`, but the API does not: separate tests check it. */
function withoutPrototype(body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body.map(withoutPrototype)
  if (!isJsonObject(body)) return body
  const entries = Object.entries(body).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutPrototype(value)]))
}
