import type { Subject } from '../../evaluation/definition/subject.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'

/**
 * Returns the groups of a subject. Keys that are neither text nor a number are ignored, and so are values that are not
 * objects.
 */
export function groupKeys(value: JsonValue | undefined): NonNullable<Subject['groups']> {
  const entries = Object.entries(jsonObject(value))
  const keys = entries.filter(([, key]) => typeof key === 'string' || typeof key === 'number')
  return Object.fromEntries(keys) as NonNullable<Subject['groups']> // only such keys are left
}

/** Returns the properties of a subject's groups, by group type. */
export function groupProperties(value: JsonValue | undefined): NonNullable<Subject['groupProperties']> {
  return Object.fromEntries(Object.entries(jsonObject(value)).map(([type, known]) => [type, jsonObject(known)]))
}

/** Returns the object, or an empty one for any other value. */
export function jsonObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
