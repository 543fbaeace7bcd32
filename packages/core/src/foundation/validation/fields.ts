import * as z from 'zod'
import type { JsonValue } from '../json/json-value.ts'
import { isJson, MAX_JSON_DEPTH } from '../json/json-value.ts'
import { emailAddressOf, MAX_EMAIL_LENGTH } from './email-address.ts'
import { INTEGER_REQUIRED, notBlank, rule } from './violations-of.ts'

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * Returns the schema of text that every store can save unchanged. PostgreSQL has no NUL in text, and UTF-8 has no lone
 * surrogates, so both are refused.
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

/** Returns the schema of a name: trimmed, with 1 to 200 characters. */
export function nameField() {
  return textField()
    .max(200)
    .transform((text) => text.trim())
    .refine((text) => text !== '', notBlank)
}

/** Returns the schema of an e-mail address, which is converted to lower case (PEOPLE-16). */
export function emailField() {
  return textField()
    .max(MAX_EMAIL_LENGTH)
    .refine((text) => emailAddressOf(text) !== undefined, rule('invalid_input', 'Enter a valid email address.'))
    .transform((text) => emailAddressOf(text) ?? text)
}

const TRUE_WORDS = new Set<unknown>(['true', 'True', 'TRUE', 't', '1', 'yes', 'on', 1])
const FALSE_WORDS = new Set<unknown>(['false', 'False', 'FALSE', 'f', '0', 'no', 'off', 0])

/**
 * Returns the schema of a boolean. It also accepts the words that forms and older clients send; the type is boolean for
 * callers in TypeScript.
 */
export function booleanField(): z.ZodType<boolean, boolean> {
  const field = z.preprocess((input) => {
    if (TRUE_WORDS.has(input)) return true
    return FALSE_WORDS.has(input) ? false : input
  }, z.boolean())
  return field as unknown as z.ZodType<boolean, boolean> // other accepted values are for HTTP requests
}

/** The text for a value that is not a JSON document. */
export const NOT_JSON = `Value must be valid JSON, nested at most ${MAX_JSON_DEPTH} levels deep.`

/** Returns the schema of a JSON document, which is not changed. */
export function jsonField(): z.ZodType<JsonValue, JsonValue> {
  const field = z.unknown().refine((value) => isJson(value), rule('invalid_input', NOT_JSON))
  return field as unknown as z.ZodType<JsonValue, JsonValue> // all other values are refused
}

/** Returns the schema of an integer that JavaScript represents exactly. */
export function integerField() {
  return z.int({ error: INTEGER_REQUIRED })
}

/** Returns the schema of a UUID of any version and either case. */
export function uuidField() {
  return z.string().refine(isUuid, rule('invalid_input', 'Must be a valid UUID.'))
}

/** Whether text is a UUID, of any version and in either case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
