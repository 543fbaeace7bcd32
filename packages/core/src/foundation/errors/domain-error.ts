/**
 * Why an operation was refused. Only the HTTP layer knows which status each kind becomes.
 * `validation` carries its own code; the others have the one code named here.
 */
export type DomainErrorKind =
  | 'validation'
  | 'not_authenticated'
  | 'authentication_failed'
  | 'permission_denied'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'unprocessable'
  | 'throttled'

/** One rule that an input breaks. */
export interface Violation {
  /** The code clients switch on, such as `unique` or `cross_field.variant_keys_not_unique`. */
  readonly code: string
  readonly detail: string
  /** The field, in camel case, nested parts joined by `__`; null when the rule is about the whole object. */
  readonly attr: string | null
}

interface DomainErrorOptions {
  readonly cause?: unknown
  /** Every rule that the input broke, the reported one first. */
  readonly violations?: readonly Violation[]
}

/** What every operation throws when it refuses: nothing was written, and `message` is for the person who must act. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly kind: DomainErrorKind
  readonly code: string
  /** The input field that is wrong, in camel case; null when the whole object is. */
  readonly attr: string | null
  readonly violations: readonly Violation[]

  constructor(
    kind: DomainErrorKind,
    code: string,
    message: string,
    attr: string | null = null,
    options: DomainErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.code = code
    this.attr = attr
    this.violations = options.violations ?? []
  }
}

/** The refusal for input that breaks rules; the first violation is the one reported. */
export function invalidInput(violations: readonly [Violation, ...Violation[]], cause?: unknown): DomainError {
  const [first] = violations
  return new DomainError('validation', first.code, first.detail, first.attr, { violations, cause })
}

export function notFound(detail = 'Not found.'): DomainError {
  return new DomainError('not_found', 'not_found', detail)
}

export function permissionDenied(detail: string): DomainError {
  return new DomainError('permission_denied', 'permission_denied', detail)
}
