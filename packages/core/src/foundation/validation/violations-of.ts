import type { z } from 'zod'
import { clip } from './clip.ts'
import { type Violation, violation } from './violation.ts'

/** What one broken rule is called and what it says, whichever field it is about. */
export interface BrokenRule {
  readonly code: string
  readonly detail: string
}

/**
 * The violations behind a zod error, in the order of the fields. Parse with `reportInput: true`: a missing field and
 * a null one are told apart by the input.
 */
export function violationsOf(error: z.ZodError): Violation[] {
  return toldIssues(error).map((issue) => {
    const { code, detail } = brokenRule(issue)
    return violation(issue.path.length === 0 ? null : issue.path.join('__'), code, detail)
  })
}

/** The issues of an error, less what zod says about the length of a list or object where text belongs (VALID-7). */
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

/** The code and text that existing clients know for a broken schema rule (VALID-1, VALID-2). */
export function brokenRule(issue: z.core.$ZodIssue): BrokenRule {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.message === INTEGER_REQUIRED ? 'int' : issue.expected, issue.input)
    case 'invalid_value':
      return missingOrNull(issue.input) ?? invalidChoice(issue.input)
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return { code: 'invalid_input', detail: issue.message }
    case 'custom':
      return customRule(issue)
    default:
      return missingOrNull(issue.input) ?? { code: 'invalid_input', detail: 'Invalid value.' }
  }
}

/** Options for a zod check whose failure has a code of its own: `.refine(test, rule('invalid_key', '…'))`. */
export function rule(
  code: string,
  detail: string,
): { readonly error: string; readonly params: { readonly code: string } } {
  return { error: detail, params: { code } }
}

/** Give this as the `error` of an integer schema: zod itself calls a text where an integer belongs just a non-number. */
export const INTEGER_REQUIRED = 'A valid integer is required.'

function customRule(issue: z.core.$ZodIssueCustom): BrokenRule {
  const code: unknown = issue.params?.code
  return { code: typeof code === 'string' ? code : 'invalid_input', detail: issue.message }
}

export function missingOrNull(input: unknown): BrokenRule | undefined {
  if (input === undefined) return { code: 'required', detail: 'This field is required.' }
  if (input === null) return { code: 'null', detail: 'This field may not be null.' }
  return undefined
}

function wrongType(expected: string, input: unknown): BrokenRule {
  return missingOrNull(input) ?? WRONG_TYPE[expected]?.(input) ?? { code: 'invalid_input', detail: 'Invalid value.' }
}

const WRONG_TYPE: Readonly<Record<string, (input: unknown) => BrokenRule>> = {
  string: () => ({ code: 'invalid_input', detail: 'Not a valid string.' }),
  boolean: () => ({ code: 'invalid_input', detail: 'Must be a valid boolean.' }),
  number: () => ({ code: 'invalid_input', detail: 'A valid number is required.' }),
  int: () => ({ code: 'invalid_input', detail: INTEGER_REQUIRED }),
  array: (input) => ({ code: 'not_a_list', detail: `Expected a list of items but got type "${typeName(input)}".` }),
  object: notADictionary,
  record: notADictionary,
}

export function notADictionary(input: unknown): BrokenRule {
  return { code: 'not_a_dict', detail: `Expected a dictionary of items but got type "${typeName(input)}".` }
}

/** Type names as existing clients have always seen them. */
export function typeName(input: unknown): string {
  if (Array.isArray(input)) return 'list'
  if (input === null) return 'NoneType'
  if (typeof input === 'number') return Number.isInteger(input) ? 'int' : 'float'
  return { string: 'str', boolean: 'bool', object: 'dict' }[typeof input as string] ?? typeof input
}

function invalidChoice(input: unknown): BrokenRule {
  const isPlain = typeof input === 'string' || typeof input === 'number'
  return { code: 'invalid_choice', detail: `"${isPlain ? clip(input) : typeName(input)}" is not a valid choice.` }
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

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): BrokenRule {
  if (origin === 'string') return { code: 'blank', detail: 'This field may not be blank.' }
  if (origin === 'array') return { code: 'empty', detail: 'This list may not be empty.' }
  return { code: 'min_value', detail: `Ensure this value is greater than or equal to ${minimum}.` }
}
