import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'

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

/** The document that was sent, unless it says nothing: then what it would have stood for. */
export function filledOr(sent: JsonObject | undefined, otherwise: JsonObject): JsonObject {
  return sent !== undefined && Object.keys(sent).length > 0 ? sent : otherwise
}
