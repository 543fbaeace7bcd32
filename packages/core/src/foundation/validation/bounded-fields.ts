import * as z from 'zod'
import { isJson, isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { integerField, jsonField, NOT_JSON, textField } from './fields.ts'
import { type BrokenRule, coded, missingOrNull, notADictionary, rule } from './violations-of.ts'

/** The maximum number of characters of the name of a cohort, a dashboard, an insight, a template or a series. */
export const MAX_NAME_LENGTH = 400

/**
 * The maximum number of characters of a description. A list reads a thousand of them, and a whole dashboard is loaded
 * with its documents.
 */
export const MAX_DESCRIPTION_LENGTH = 65_536
/** The maximum number of characters of a document as JSON text: filters, layouts, the query of an insight. */
export const MAX_DOCUMENT_LENGTH = 65_536
/** The maximum number of entries of a list, such as tags. */
export const MAX_LIST_LENGTH = 500

const DIGITS = /^\d+$/

/** Converts digits to a number, because forms send numbers as text. */
export function numberIfDigits(input: unknown): unknown {
  return typeof input === 'string' && DIGITS.test(input) ? Number(input) : input
}

/** Returns the schema of an integer that may be sent as digits, such as a version (VALID-10). */
export function wholeNumberField(): z.ZodType<number, number> {
  const field = z.preprocess(numberIfDigits, integerField())
  return field as unknown as z.ZodType<number, number> // in TypeScript, callers pass numbers
}

/** Returns the schema of the id of a project, a dashboard, a tile, a text or an insight. */
export function idField(): z.ZodType<number, number> {
  return wholeNumberField()
}

/** Returns the schema of tags, which are trimmed, in lower case, and without duplicates. */
export function tagsField() {
  const list = z.array(textField().max(255)).max(MAX_LIST_LENGTH)
  return list.transform((tags) => {
    const names = tags.map((tag) => tag.trim().toLowerCase())
    return [...new Set(names.filter((name) => name !== ''))]
  })
}

/**
 * Returns the schema of a JSON object of at most `maxLength` characters as text. The object is not changed, whatever
 * its keys are.
 */
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
  // Other values than objects are refused.
  return document as unknown as z.ZodType<JsonObject, JsonObject>
}

function notADocument(value: unknown, maxLength: number): BrokenRule {
  if (!isJsonObject(value)) return notADictionary(value)
  return isJson(value) ? tooLongFor(maxLength) : { code: 'invalid_input', detail: NOT_JSON }
}

/** The rule for a document that is too long. */
function tooLongFor(maxLength: number): BrokenRule {
  return { code: 'max_length', detail: `Ensure this field has no more than ${maxLength} characters as JSON.` }
}

function isTooLong(value: JsonValue, maxLength: number): boolean {
  return JSON.stringify(value).length > maxLength
}

/** Returns the schema of any JSON document of at most the common length. */
export function boundedJsonField() {
  return jsonField().refine(fits, tooLong)
}

/** Whether a document is short enough; another rule refuses values that are not JSON. */
export function fits(value: unknown): boolean {
  return !isJson(value) || !isTooLong(value, MAX_DOCUMENT_LENGTH)
}

const documentTooLong = tooLongFor(MAX_DOCUMENT_LENGTH)
export const tooLong = rule(documentTooLong.code, documentTooLong.detail)
