import { z } from 'zod'
import { isJson } from '../json/is-json.ts'
import { isJsonObject, type JsonObject } from '../json/json-value.ts'
import { integerField, jsonField, NOT_JSON, textField } from '../validation/fields.ts'
import { rule } from '../validation/violations-of.ts'
import { RESTRICTION_LEVELS } from './dashboard.ts'

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

/** A JSON object, kept as it is. */
export function documentField() {
  return z
    .record(z.string(), z.unknown())
    .refine((value) => isJson(value), rule('invalid_input', NOT_JSON))
    .transform((value) => value as JsonObject) // it was just checked
}

/** What is told in a sentence of its own when it is no object ({@link documentViolations}). */
export function looseDocumentField() {
  return jsonField()
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
