import { type DomainErrorKind, type ErrorCode, kindOf, type ViolationCode } from './error-codes.ts'

/** One rule that an input breaks. */
export interface Violation {
  /** The code clients switch on, such as `unique` or `cross_field.variant_keys_not_unique`. */
  readonly code: ViolationCode
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
  readonly code: ErrorCode
  /** The input field that is wrong, in camel case; null when the whole object is. */
  readonly attr: string | null
  readonly violations: readonly Violation[]

  constructor(code: ErrorCode, message: string, attr: string | null = null, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kindOf(code)
    this.code = code
    this.attr = attr
    this.violations = options.violations ?? []
  }
}

/** The refusal for input that breaks rules; the first violation is the one reported. */
export function invalidInput(violations: readonly [Violation, ...Violation[]], cause?: unknown): DomainError {
  const [first] = violations
  return new DomainError(first.code, first.detail, first.attr, { violations, cause })
}

export function notFound(detail = 'Not found.', attr: string | null = null): DomainError {
  return new DomainError('not_found', detail, attr)
}

export function permissionDenied(detail: string): DomainError {
  return new DomainError('permission_denied', detail)
}
