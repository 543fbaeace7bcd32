import type * as z from 'zod'
import type { ValueCode } from '../errors/error-codes.ts'
import { clip } from './clip.ts'
import { type Violation, violation } from './violation.ts'

/** The code and the text of one violated rule, independent of the field. */
export interface BrokenRule {
  readonly code: ValueCode
  readonly detail: string
}

/**
 * Returns the violations of a zod error, in the order of the fields. Parse with `reportInput: true`: only the input
 * shows whether a field is missing or null.
 */
export function violationsOf(error: z.ZodError): Violation[] {
  return toldIssues(error).map((issue) => {
    const { code, detail } = brokenRule(issue)
    if (issue.path.length > 0) return violation(issue.path.join('__'), code, detail)
    return violation(null, code, issue.input == null && isObjectRequired(issue) ? OBJECT_REQUIRED : detail)
  })
}

const OBJECT_REQUIRED = 'An object with fields is required.'

/**
 * Whether zod expected an object. For a missing input, which has no field name, the text is {@link OBJECT_REQUIRED}
 * (EMBED-53).
 */
function isObjectRequired(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.expected === 'object'
}

/** Returns the issues of an error without those about the length of a list or object in place of a text (VALID-7). */
export function toldIssues({ issues }: z.ZodError): z.core.$ZodIssue[] {
  return issues.filter((issue, at) => !(isAboutLength(issue) && hasWrongType(issues[at - 1], issue.path)))
}

function isAboutLength({ code }: z.core.$ZodIssue): boolean {
  return code === 'too_small' || code === 'too_big'
}

function hasWrongType(before: z.core.$ZodIssue | undefined, path: readonly PropertyKey[]): boolean {
  return (
    before?.code === 'invalid_type' &&
    before.path.length === path.length &&
    before.path.every((part, at) => part === path[at])
  )
}

/** Returns the code and text of a violated schema rule that existing clients know (VALID-1, VALID-2). */
export function brokenRule(issue: z.core.$ZodIssue): BrokenRule {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.message === INTEGER_REQUIRED ? 'int' : issue.expected, issue.input)
    case 'invalid_value':
      return missingOrNull(issue.input) ?? invalidChoice(issue.input, issue.values)
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return invalid(issue.message)
    case 'custom':
      return customRule(issue)
    default:
      return missingOrNull(issue.input) ?? INVALID
  }
}

/** Returns options for a zod check with a separate code: `.refine(test, rule('invalid_key', '…'))`. */
export function rule(code: ValueCode, detail: string) {
  return { error: detail, params: coded(code) }
}

/** Only `coded` sets a value with this key. */
const CODE = Symbol('code')

export interface Coded {
  readonly [CODE]: ValueCode
}

/** Returns the `params` of a check or an issue with a separate code, if its text must be computed. */
export function coded(code: ValueCode): Coded {
  return { [CODE]: code }
}

/** Returns the violation for a missing field. */
export function missing(attr: string): Violation {
  return violation(attr, REQUIRED.code, REQUIRED.detail)
}

const REQUIRED = { code: 'required', detail: 'This field is required.' } as const satisfies BrokenRule
const BLANK = { code: 'blank', detail: 'This field may not be blank.' } as const satisfies BrokenRule
/** The rule for a list that must not be empty. */
export const EMPTY = { code: 'empty', detail: 'This list may not be empty.' } as const satisfies BrokenRule

/** For a check that a value is present. */
export const required = rule(REQUIRED.code, REQUIRED.detail)
/** For a check that a text is not blank. */
export const notBlank = rule(BLANK.code, BLANK.detail)

/** The `error` of an integer schema: zod itself calls a text in place of an integer just a non-number. */
export const INTEGER_REQUIRED = 'A valid integer is required.'

function customRule(issue: z.core.$ZodIssueCustom): BrokenRule {
  const params: Partial<Coded> = issue.params ?? {}
  return { code: params[CODE] ?? 'invalid_input', detail: issue.message }
}

function invalid(detail: string): BrokenRule {
  return { code: 'invalid_input', detail }
}

const INVALID = invalid('Invalid value.')

export function missingOrNull(input: unknown): BrokenRule | undefined {
  if (input === undefined) return REQUIRED
  if (input === null) return { code: 'null', detail: 'This field may not be null.' }
  return undefined
}

function wrongType(expected: string, input: unknown): BrokenRule {
  return missingOrNull(input) ?? WRONG_TYPE[expected]?.(input) ?? INVALID
}

const WRONG_TYPE: Readonly<Record<string, (input: unknown) => BrokenRule>> = {
  string: () => invalid('Not a valid string.'),
  boolean: () => invalid('Must be a valid boolean.'),
  number: () => invalid('A valid number is required.'),
  int: () => invalid(INTEGER_REQUIRED),
  array: (input) => ({ code: 'not_a_list', detail: `Expected a list of items but got type "${typeName(input)}".` }),
  object: notADictionary,
  record: notADictionary,
}

export function notADictionary(input: unknown): BrokenRule {
  return { code: 'not_a_dict', detail: `Expected a dictionary of items but got type "${typeName(input)}".` }
}

/** Returns the type name of a value that existing clients know. */
export function typeName(input: unknown): string {
  if (Array.isArray(input)) return 'list'
  if (input === null) return 'NoneType'
  if (typeof input === 'number') return Number.isInteger(input) ? 'int' : 'float'
  return { string: 'str', boolean: 'bool', object: 'dict' }[typeof input as string] ?? typeof input
}

function invalidChoice(input: unknown, choices: readonly unknown[]): BrokenRule {
  const isPlain = typeof input === 'string' || typeof input === 'number'
  return noChoice(isPlain ? clip(input) : typeName(input), choices)
}

/** The maximum number of listed choices: a longer list does not help to choose. */
const MOST_CHOICES = 40

/**
 * Returns the rule that a value must be one of the choices; `name` is the name of the value. The first sentence is the
 * one that existing clients know, and the choices follow it (VALID-9).
 */
export function noChoice(name: string, choices: readonly unknown[] = []): BrokenRule {
  const detail = `"${name}" is not a valid choice.`
  const isShort = choices.length > 0 && choices.length <= MOST_CHOICES
  return { code: 'invalid_choice', detail: isShort ? `${detail} Choose one of: ${choices.join(', ')}.` : detail }
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): BrokenRule {
  if (origin === 'string') {
    return { code: 'max_length', detail: `Ensure this field has no more than ${maximum} characters.` }
  }
  if (origin === 'array') {
    return { code: 'max_length', detail: `Ensure this field has no more than ${maximum} elements.` }
  }
  return { code: 'max_value', detail: `Ensure this value is less than or equal to ${maximum}.` }
}

function tooSmall({ origin, minimum, input }: z.core.$ZodIssueTooSmall): BrokenRule {
  if (origin === 'string') {
    if (input === '' || minimum === 1) return BLANK
    return { code: 'min_length', detail: `Ensure this field has at least ${minimum} characters.` }
  }
  if (origin === 'array') return EMPTY
  return { code: 'min_value', detail: `Ensure this value is greater than or equal to ${minimum}.` }
}
