import type { JsonObject } from '../json/json-value.ts'
import { type DomainErrorKind, type ErrorCode, kindOf, type ViolationCode } from './error-codes.ts'

/** One rule that an input breaks. */
export interface Violation {
  /** The code that applications switch on, such as `unique` or `variant_keys_not_unique`. */
  readonly code: ViolationCode
  readonly detail: string
  /** The field, in camel case, nested parts joined by `__`; null when the rule is about the whole object. */
  readonly attr: string | null
  /** The place in the value of the field: `groups[0].properties[1].type`. Missing when the rule is about the whole value. */
  readonly path?: string | undefined
  /** True when a part of a flag's filters does not have its shape: the API has other codes for that. */
  readonly isStructural?: boolean
}

/** What two people made of the same thing, for whoever has to bring it together. Fields have the names of inputs. */
export interface EditConflict {
  /** The version that is stored: that of theirs. */
  readonly version: number
  /** What cannot be merged: fields, or parts of one such as `filters.groups[0]`; the first hundred. */
  readonly paths: readonly string[]
  /** The fields that are about, as the edit found them; what is not known is missing. */
  readonly base: JsonObject
  /** As others have left them. */
  readonly theirs: JsonObject
  /** As the edit leaves them. */
  readonly mine: JsonObject
}

interface DomainErrorOptions {
  readonly cause?: unknown
  readonly conflict?: EditConflict
  /** Every rule that the input broke, the reported one first. */
  readonly violations?: readonly Violation[]
  /** The path of the first violation when missing. */
  readonly path?: string | undefined
  /** What the API reports instead of `message`. */
  readonly apiDetail?: string
}

/** What every operation throws when it refuses: nothing was written, and `message` is for the person who must act. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly kind: DomainErrorKind
  readonly code: ErrorCode
  /** The input field that is wrong, in camel case; null when the whole object is. */
  readonly attr: string | null
  /** The place in the value of that field, such as `groups[0].rollout_percentage`; undefined when the whole value is wrong. */
  readonly path: string | undefined
  readonly violations: readonly Violation[]
  /** null unless two edits met. */
  readonly conflict: EditConflict | null
  /** What the API reports: `message`, unless its clients have always seen another text. */
  readonly apiDetail: string

  constructor(code: ErrorCode, message: string, attr: string | null = null, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kindOf(code)
    this.code = code
    this.attr = attr
    this.violations = options.violations ?? []
    this.path = options.path ?? this.violations[0]?.path
    this.conflict = options.conflict ?? null
    this.apiDetail = options.apiDetail ?? message
  }

  /** What `JSON.stringify` writes: the fields of the error, and its message as `detail` (EMBED-49). */
  toJSON(): object {
    return { ...this, detail: this.message }
  }
}

/** The refusal for input that breaks rules; the first violation is the one reported. */
export function invalidInput(violations: readonly [Violation, ...Violation[]], cause?: unknown): DomainError {
  const [first] = violations
  return new DomainError(first.code, first.detail, first.attr, { violations, cause })
}

/** What the API reports about most things that are not there. */
export const NOT_FOUND = 'Not found.'

export function notFound(detail: string = NOT_FOUND, attr: string | null = null): DomainError {
  return new DomainError('not_found', detail, attr)
}

export function permissionDenied(detail: string): DomainError {
  return new DomainError('permission_denied', detail)
}
