import type { JsonObject } from '../json/json-value.ts'
import { type DomainErrorKind, type ErrorCode, kindOf, type ViolationCode } from './error-codes.ts'

/** One rule that an input violates. */
export interface Violation {
  /** The code that applications switch on, such as `unique` or `variant_keys_not_unique`. */
  readonly code: ViolationCode
  readonly detail: string
  /** The field, in camel case, with nested parts joined by `__`; null if the rule applies to the whole object. */
  readonly attr: string | null
  /**
   * The place in the value of the field: `groups[0].properties[1].type`. Missing if the rule applies to the whole
   * value.
   */
  readonly path?: string | undefined
  /** Whether a part of a flag's filters has the wrong structure, for which the API has other codes. */
  readonly isStructural?: boolean
}

/**
 * The conflicting changes of two users to the same object, for the user who must merge them. Fields have the names of
 * inputs.
 */
export interface EditConflict {
  /** The stored version, with the change of the other user. */
  readonly version: number
  /** The first hundred conflicts that cannot be merged: fields, or parts of fields such as `filters.groups[0]`. */
  readonly paths: readonly string[]
  /** The affected fields at the start of the edit; unknown fields are missing. */
  readonly base: JsonObject
  /** These fields with the changes of other users. */
  readonly theirs: JsonObject
  /** These fields with the changes of the edit. */
  readonly mine: JsonObject
}

interface DomainErrorOptions {
  readonly cause?: unknown
  readonly conflict?: EditConflict
  /** All rules that the input violated; the reported one is first. */
  readonly violations?: readonly Violation[]
  /** By default, the path of the first violation. */
  readonly path?: string | undefined
  /** The text that the API reports instead of `message`. */
  readonly apiDetail?: string
}

/** The error of every refused operation. Nothing was written, and `message` is addressed to the user who can act. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly kind: DomainErrorKind
  readonly code: ErrorCode
  /** The invalid input field, in camel case; null if the whole object is invalid. */
  readonly attr: string | null
  /**
   * The place in the value of that field, such as `groups[0].rollout_percentage`; undefined if the whole value is
   * invalid.
   */
  readonly path: string | undefined
  readonly violations: readonly Violation[]
  /** null unless two edits conflict. */
  readonly conflict: EditConflict | null
  /** The text that the API reports: `message`, except for texts that existing clients know. */
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

  /** Returns the value for `JSON.stringify`: the fields of the error, with its message as `detail` (EMBED-49). */
  toJSON(): object {
    return { ...this, detail: this.message }
  }
}

/** Returns the error for input that violates rules; the first violation is the reported one. */
export function invalidInput(violations: readonly [Violation, ...Violation[]], cause?: unknown): DomainError {
  const [first] = violations
  return new DomainError(first.code, first.detail, first.attr, { violations, cause })
}

/** The text that the API reports for most missing records. */
export const NOT_FOUND = 'Not found.'

/** Returns the error for a missing record. */
export function notFound(detail: string = NOT_FOUND, attr: string | null = null): DomainError {
  return new DomainError('not_found', detail, attr)
}

/** Returns the error for a caller without the required permission. */
export function permissionDenied(detail: string): DomainError {
  return new DomainError('permission_denied', detail)
}
