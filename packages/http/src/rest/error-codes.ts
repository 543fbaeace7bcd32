import type { DomainError, ErrorCode, Violation } from '@flagdeck/core'
import { type CodeMeaning, CROSS_FIELD_CODES, INPUT_CODES, REFUSAL_CODES } from '@flagdeck/core/operations'

/**
 * The reasons for refusals that exist only in HTTP: codes in addition to those of core, in the order of docs/errors.md.
 */
export const HTTP_CODES = {
  bad_request: {
    kind: 'bad_request',
    meaning: 'The request is not valid HTTP, or a header, a parameter or the request as a whole is invalid.',
    action: 'Read `detail`, and correct the request.',
  },
  parse_error: {
    kind: 'parse_error',
    meaning:
      'The body does not match its content type or encoding: it is not valid JSON, UTF-8 or gzip, or it is incomplete.',
    action: 'Send a body that matches the headers; `detail` names the place.',
  },
  method_not_allowed: {
    kind: 'method_not_allowed',
    meaning: 'The address exists, but does not accept this method.',
    action: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    kind: 'request_timeout',
    meaning: 'The request did not arrive completely in time, or the client did not wait for the response.',
    action: 'Send it again, in fewer or smaller parts.',
  },
  request_entity_too_large: {
    kind: 'request_entity_too_large',
    meaning: 'The body, as sent or decoded, is larger than this address accepts.',
    action: 'Send less in one request.',
  },
  unsupported_media_type: {
    kind: 'unsupported_media_type',
    meaning: 'The content type, charset or content encoding of the body is not supported.',
    action: 'Send JSON or a form in UTF-8, uncompressed or with gzip, deflate, brotli or zstd.',
  },
  expectation_failed: {
    kind: 'expectation_failed',
    meaning: 'The value of the `Expect` header is not `100-continue`.',
    action: 'Omit the header.',
  },
  request_header_fields_too_large: {
    kind: 'request_header_fields_too_large',
    meaning: 'The headers of the request are too large.',
    action: 'Send fewer or shorter headers; cookies are not needed here.',
  },
  error: {
    kind: 'internal',
    meaning: 'An unexpected error occurred.',
    action: 'Search the log of the server for `extra.request_id`.',
  },
  not_implemented: {
    kind: 'not_implemented',
    meaning: 'A client of another service requested something that Flagdeck does not support.',
    action: 'Read `detail`: it names the alternative.',
  },
  service_unavailable: {
    kind: 'service_unavailable',
    meaning: 'The database is unavailable, or there is currently no memory for another large body.',
    action: 'Send the request again after the number of seconds in `Retry-After`. Send a POST with an idempotency key.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning & { readonly kind: string }>>

type HttpCode = keyof typeof HTTP_CODES

export type HttpErrorKind = (typeof HTTP_CODES)[HttpCode]['kind']

type CrossFieldCode = keyof typeof CROSS_FIELD_CODES
/** Only structural violations have this code, so the API never sends it without a path. */
type PlacedCode = 'invalid_payload_json'
type ValueCode = Exclude<keyof typeof INPUT_CODES, PlacedCode>

/** The problems of a part of filters, with the names that existing clients know. */
type StructuralProblem = Exclude<ValueCode, 'invalid_input' | 'not_a_dict'> | PlacedCode | 'invalid'

/** The `code` of an error body. */
export type ProblemCode =
  | Exclude<ErrorCode, CrossFieldCode | PlacedCode>
  | `cross_field.${CrossFieldCode}`
  | `structural.${string}.${StructuralProblem}`
  | HttpCode

/** The line of docs/errors.md that represents all codes about the structure of filters. */
export const STRUCTURAL_CODE = 'structural.<path>.<problem>'

/** The pattern of those codes, which are composed of parts. */
export const STRUCTURAL_PATTERN = '^structural\\..+\\.[a-z_]+$'

const { invalid_payload_json: _, ...VALUE_CODES } = INPUT_CODES

/** The codes of invalid input, in the order of docs/errors.md. */
export const VALIDATION_CODES = {
  ...VALUE_CODES,
  [STRUCTURAL_CODE]: {
    meaning:
      'A part of a flag’s `filters` has the wrong structure. The path names the part, with `[]` for any index of a ' +
      'list: `structural.groups[].rollout_percentage.max_value`. The problem is one of the codes above, ' +
      '`invalid` for `invalid_input` and `not_a_dict`, or `invalid_payload_json` for a payload that is not valid JSON.',
    action: 'Correct the part; `detail` names the exact place.',
  },
  ...crossFieldCodes(),
} as const satisfies Readonly<Record<string, CodeMeaning>>

function crossFieldCodes() {
  const entries = Object.entries(CROSS_FIELD_CODES).map(([code, meaning]) => [`cross_field.${code}`, meaning])
  return Object.fromEntries(entries) as Readonly<Record<`cross_field.${CrossFieldCode}`, CodeMeaning>> // built here
}

/** Every {@link ProblemCode} except those that match the {@link STRUCTURAL_PATTERN}. */
export const PROBLEM_CODES: readonly string[] = [VALIDATION_CODES, REFUSAL_CODES, HTTP_CODES]
  .flatMap((table) => Object.keys(table))
  .filter((code) => code !== STRUCTURAL_CODE)

/** The code that the API reports for a refusal: that of the first rule that the input breaks, if it breaks any. */
export function refusalCode(error: DomainError): ProblemCode {
  return violationCode(error.violations[0] ?? error)
}

/** A {@link Violation}, or a refusal for another reason. */
interface Refused extends Pick<Violation, 'attr' | 'path' | 'isStructural'> {
  readonly code: ErrorCode
}

/**
 * The code that the API reports for a broken rule. PostHog's clients read the kind of the rule and the path within it.
 */
export function violationCode(refused: Refused): ProblemCode {
  const { code, isStructural } = refused
  if (isStructural) return `structural.${pathInFilters(refused)}.${problemName(code)}`
  return isCrossField(code) ? `cross_field.${code}` : (code as Exclude<typeof code, PlacedCode>) // structural
}

function isCrossField(code: ErrorCode): code is CrossFieldCode {
  return Object.hasOwn(CROSS_FIELD_CODES, code)
}

/** Clients see the condition of a blast radius as one of the `groups` of filters, and the whole input as all groups. */
function pathInFilters({ attr, path }: Refused): string {
  const general = path?.replaceAll(/\[\d+\]/g, '[]') ?? ''
  if (attr !== 'condition') return general
  return general === '' ? 'groups' : `groups[].${general}`
}

function problemName(code: ErrorCode): StructuralProblem {
  return code === 'invalid_input' || code === 'not_a_dict' ? 'invalid' : (code as StructuralProblem) // about a value
}
