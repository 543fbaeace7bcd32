import * as z from 'zod'
import { isJson, isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { integerField, jsonField, NOT_JSON, textField } from './fields.ts'
import { type BrokenRule, coded, missingOrNull, notADictionary, rule } from './violations-of.ts'

/** Characters that the name of a cohort, a dashboard, an insight, a template or a series may have. */
export const MAX_NAME_LENGTH = 400

/** Characters of a description. Lists read a thousand of them at once, and a whole dashboard its documents. */
export const MAX_DESCRIPTION_LENGTH = 65_536
/** Characters of a document as JSON text: filters, layouts, the query of an insight. */
export const MAX_DOCUMENT_LENGTH = 65_536
/** Entries of a list, such as tags. */
export const MAX_LIST_LENGTH = 500

const DIGITS = /^\d+$/

/** Forms send numbers as text. */
export function numberIfDigits(input: unknown): unknown {
  return typeof input === 'string' && DIGITS.test(input) ? Number(input) : input
}

/** A whole number that may come as its digits, such as a version (VALID-10). */
export function wholeNumberField(): z.ZodType<number, number> {
  const field = z.preprocess(numberIfDigits, integerField())
  return field as unknown as z.ZodType<number, number> // who writes TypeScript sends numbers
}

/** The id of a project, a dashboard, a tile, a text or an insight. */
export function idField(): z.ZodType<number, number> {
  return wholeNumberField()
}

/** Names to find things by: trimmed, in lower case, each once. */
export function tagsField() {
  const list = z.array(textField().max(255)).max(MAX_LIST_LENGTH)
  return list.transform((tags) => {
    const names = tags.map((tag) => tag.trim().toLowerCase())
    return [...new Set(names.filter((name) => name !== ''))]
  })
}

/** A JSON object of at most so many characters as text, kept as it is, whatever its keys. */
export function documentField(maxLength = MAX_DOCUMENT_LENGTH): z.ZodType<JsonObject, JsonObject> {
  const document = z
    .unknown()
    .meta({ type: 'object', additionalProperties: true })
    .transform((value, context) => {
      if (isJsonObject(value) && isJson(value) && !isTooLong(value, maxLength)) return value
      const { code, detail } = missingOrNull(value) ?? notADocument(value, maxLength)
      context.addIssue({ code: 'custom', message: detail, params: coded(code) })
      return z.NEVER
    })
  // What is no object is refused, so nothing else goes in.
  return document as unknown as z.ZodType<JsonObject, JsonObject>
}

function notADocument(value: unknown, maxLength: number): BrokenRule {
  if (!isJsonObject(value)) return notADictionary(value)
  return isJson(value) ? tooLongFor(maxLength) : { code: 'invalid_input', detail: NOT_JSON }
}

/** What is said about a document that is too long. */
function tooLongFor(maxLength: number): BrokenRule {
  return { code: 'max_length', detail: `Ensure this field has no more than ${maxLength} characters as JSON.` }
}

function isTooLong(value: JsonValue, maxLength: number): boolean {
  return JSON.stringify(value).length > maxLength
}

/** Any JSON document, as long as others may be. */
export function boundedJsonField() {
  return jsonField().refine(fits, tooLong)
}

/** Whether a document is short enough; what is no JSON is refused by another rule. */
export function fits(value: unknown): boolean {
  return !isJson(value) || !isTooLong(value, MAX_DOCUMENT_LENGTH)
}

const documentTooLong = tooLongFor(MAX_DOCUMENT_LENGTH)
export const tooLong = rule(documentTooLong.code, documentTooLong.detail)
