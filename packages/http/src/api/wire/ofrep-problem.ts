import type { DomainError } from '@flagdeck/core'
import { notFound } from '@flagdeck/core/operations'
import type { ProblemRequest } from '../../rest/endpoint.ts'
import type { PlainResponse } from '../../rest/plain-response.ts'
import type { Problem } from '../../rest/problem.ts'
import type { OfrepErrorCode } from './ofrep-error-codes.ts'

/** The refusal of an unknown flag. Unlike that of an unknown project, it names a field. */
export function unknownFlag(): DomainError {
  return notFound('There is no feature flag with this key.', 'key')
}

/**
 * The statuses that clients understand. They treat others like an unreachable service, which is the meaning of 503
 * (PROTO-23).
 */
const UNDERSTOOD = new Set([400, 401, 403, 404, 429, 500, 503])

/** A refusal in OFREP's own form. That of a single flag has to name the flag, or clients do not see the code. */
export function renderOfrepProblem(problem: Problem, { pathParams }: ProblemRequest): PlainResponse {
  const { key } = pathParams
  const status = ofrepStatus(problem.status)
  const body = {
    ...(key === undefined ? {} : { key }),
    errorCode: errorCode(problem),
    errorDetails: problem.body.detail,
    ...(key === undefined ? {} : { metadata: {} }),
  }
  return { status, headers: { ...problem.headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** The status that replaces one that clients do not understand. */
export function ofrepStatus(status: number): number {
  if (UNDERSTOOD.has(status)) return status
  return status >= 500 ? 500 : 400
}

function errorCode({ kind, body }: Problem): OfrepErrorCode {
  switch (kind) {
    case 'not_found':
      return body.attr === 'key' ? 'FLAG_NOT_FOUND' : 'GENERAL'
    case 'parse_error':
    case 'unsupported_media_type':
      return 'PARSE_ERROR'
    case 'invalid':
      // Only the targeting key is required.
      return body.code === 'required' ? 'TARGETING_KEY_MISSING' : 'INVALID_CONTEXT'
    default:
      return 'GENERAL'
  }
}
