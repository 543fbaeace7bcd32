import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'

/** Whether a client sent an empty value, or none. An empty object is not empty in this sense. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === 0 || value === '' || isEmptyList(value)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** Returns the object that was sent; undefined if there was none. */
export function sentDocument(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

/** Returns the document that was sent, or `otherwise` if it is missing or empty. */
export function filledOr(sent: JsonObject | undefined, otherwise: JsonObject): JsonObject {
  return sent !== undefined && Object.keys(sent).length > 0 ? sent : otherwise
}
