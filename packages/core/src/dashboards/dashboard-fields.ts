import { z } from 'zod'
import { isJson } from '../json/is-json.ts'
import { isJsonObject, type JsonObject } from '../json/json-value.ts'
import { integerField, NOT_JSON, textField } from '../validation/fields.ts'
import { type BrokenRule, missingOrNull, notADictionary } from '../validation/violations-of.ts'
import { RESTRICTION_LEVELS } from './dashboard.ts'

/** Characters that the name of a dashboard, an insight or a template may have. */
export const MAX_NAME_LENGTH = 400

const DIGITS = /^\d+$/

/** Forms send numbers as text. */
function numberIfDigits(input: unknown): unknown {
  return typeof input === 'string' && DIGITS.test(input) ? Number(input) : input
}

/** The id of a dashboard, a tile, a text or an insight. */
export function idField() {
  return z.preprocess(numberIfDigits, integerField())
}

export function restrictionField() {
  return z.preprocess(numberIfDigits, z.literal(Object.values(RESTRICTION_LEVELS)))
}

/** Names to find things by: trimmed, in lower case, each once. */
export function tagsField() {
  return z.array(textField().max(255)).transform((tags) => {
    const names = tags.map((tag) => tag.trim().toLowerCase())
    return [...new Set(names.filter((name) => name !== ''))]
  })
}

/** A JSON object, kept as it is, whatever its keys. */
export function documentField(): z.ZodType<JsonObject, JsonObject> {
  const document = z
    .unknown()
    .meta({ type: 'object', additionalProperties: true })
    .transform((value, context) => {
      if (isJsonObject(value) && isJson(value)) return value
      const { code, detail } = missingOrNull(value) ?? notADocument(value)
      context.addIssue({ code: 'custom', message: detail, params: { code } })
      return z.NEVER
    })
  // What is no object is refused, so nothing else goes in.
  return document as unknown as z.ZodType<JsonObject, JsonObject>
}

function notADocument(value: unknown): BrokenRule {
  return isJsonObject(value) ? { code: 'invalid_input', detail: NOT_JSON } : notADictionary(value)
}

/** What clients send for "nothing", besides leaving it out; an empty object is something. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === 0 || value === '' || isEmptyList(value)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** The object that was sent; undefined when nothing was. */
export function sentDocument(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}
