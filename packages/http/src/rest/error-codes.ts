import type { ErrorCode } from '@flagdeck/core'
import { type CodeMeaning, INPUT_CODES, REFUSAL_CODES, STRUCTURAL_CODE } from '@flagdeck/core/operations'

/** Why requests fail for reasons that only HTTP knows: codes besides those of core, in the order of docs/errors.md. */
export const HTTP_CODES = {
  bad_request: {
    kind: 'bad_request',
    meaning: 'The request is no HTTP, or a header, a parameter or the whole of it cannot be understood.',
    action: 'Read `detail`, and change the request.',
  },
  parse_error: {
    kind: 'parse_error',
    meaning: 'The body is not what its content type or encoding says: no JSON, no UTF-8, no gzip, or cut off.',
    action: 'Send what the headers say; `detail` names the place.',
  },
  method_not_allowed: {
    kind: 'method_not_allowed',
    meaning: 'The address is there, but not for this method.',
    action: 'Use one of those in the header `Allow`.',
  },
  request_timeout: {
    kind: 'request_timeout',
    meaning: 'The request did not come whole in time, or the client did not wait for the answer.',
    action: 'Send it again, in fewer or smaller parts.',
  },
  request_entity_too_large: {
    kind: 'request_entity_too_large',
    meaning: 'The body is larger than this address takes, as it came or decoded.',
    action: 'Send less at once.',
  },
  unsupported_media_type: {
    kind: 'unsupported_media_type',
    meaning: 'The content type, its charset or the content encoding of the body is not known.',
    action: 'Send JSON or a form, in UTF-8, plain or in gzip, deflate, brotli or zstd.',
  },
  expectation_failed: {
    kind: 'expectation_failed',
    meaning: 'The header `Expect` asks for something else than `100-continue`.',
    action: 'Leave it out.',
  },
  request_header_fields_too_large: {
    kind: 'request_header_fields_too_large',
    meaning: 'The headers of the request take too much room.',
    action: 'Send fewer or shorter ones; cookies are not needed here.',
  },
  error: {
    kind: 'internal',
    meaning: 'Something failed that nobody foresaw.',
    action: 'Look for `extra.request_id` in the log of the server.',
  },
  not_implemented: {
    kind: 'not_implemented',
    meaning: 'A client of another service asked for what is not to be had here.',
    action: 'Read `detail`: it says what to use in its place.',
  },
  service_unavailable: {
    kind: 'service_unavailable',
    meaning: 'The database is away, or there is no room for another large body right now.',
    action: 'Send the request again after as many seconds as `Retry-After` says, a POST with an idempotency key.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning & { readonly kind: string }>>

type HttpCode = keyof typeof HTTP_CODES

export type HttpErrorKind = (typeof HTTP_CODES)[HttpCode]['kind']

/** The `code` of an error body. */
export type ProblemCode = ErrorCode | HttpCode

/** Those about the structure of filters, which are made of parts. */
export const STRUCTURAL_PATTERN = '^structural\\..+\\.[a-z_]+$'

/** Every {@link ProblemCode} but those that have the {@link STRUCTURAL_PATTERN}. */
export const PROBLEM_CODES: readonly string[] = [INPUT_CODES, REFUSAL_CODES, HTTP_CODES]
  .flatMap((table) => Object.keys(table))
  .filter((code) => code !== STRUCTURAL_CODE)
