import * as z from 'zod'
import type { JsonValue } from '../json/json-value.ts'
import { isJson, MAX_JSON_DEPTH } from '../json/json-value.ts'
import { emailAddressOf, MAX_EMAIL_LENGTH } from './email-address.ts'
import { INTEGER_REQUIRED, notBlank, rule } from './violations-of.ts'

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * Text that every store keeps as it is: PostgreSQL has no NUL in text and UTF-8 has no lone surrogates,
 * so both are refused rather than altered.
 */
export function textField() {
  return z
    .string()
    .refine((text) => !text.includes('\0'), rule('null_characters_not_allowed', 'Null characters are not allowed.'))
    .refine(
      (text) => !LONE_SURROGATE.test(text),
      rule('surrogate_characters_not_allowed', 'Surrogate characters are not allowed.'),
    )
}

/** What people call a thing: trimmed, at least one character and at most 200. */
export function nameField() {
  return textField()
    .max(200)
    .transform((text) => text.trim())
    .refine((text) => text !== '', notBlank)
}

/** An e-mail address, in lower case (PEOPLE-16). */
export function emailField() {
  return textField()
    .max(MAX_EMAIL_LENGTH)
    .refine((text) => emailAddressOf(text) !== undefined, rule('invalid_input', 'Enter a valid email address.'))
    .transform((text) => emailAddressOf(text) ?? text)
}

const TRUE_WORDS = new Set<unknown>(['true', 'True', 'TRUE', 't', '1', 'yes', 'on', 1])
const FALSE_WORDS = new Set<unknown>(['false', 'False', 'FALSE', 'f', '0', 'no', 'off', 0])

/** A boolean, or one of the words that forms and older clients send for it; who writes TypeScript sends booleans. */
export function booleanField(): z.ZodType<boolean, boolean> {
  const field = z.preprocess((input) => {
    if (TRUE_WORDS.has(input)) return true
    return FALSE_WORDS.has(input) ? false : input
  }, z.boolean())
  return field as unknown as z.ZodType<boolean, boolean> // what it takes beyond that is for requests
}

/** The text for a value that is no JSON document. */
export const NOT_JSON = `Value must be valid JSON, nested at most ${MAX_JSON_DEPTH} levels deep.`

/** A JSON document, kept as it is. */
export function jsonField(): z.ZodType<JsonValue, JsonValue> {
  const field = z.unknown().refine((value) => isJson(value), rule('invalid_input', NOT_JSON))
  return field as unknown as z.ZodType<JsonValue, JsonValue> // all else is refused
}

/** A whole number that JavaScript holds exactly. */
export function integerField() {
  return z.int({ error: INTEGER_REQUIRED })
}

/** A UUID of any version and either case. */
export function uuidField() {
  return z.string().refine(isUuid, rule('invalid_input', 'Must be a valid UUID.'))
}

/** Whether text has the form of a UUID, of any version and in either case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
