import type { Subject } from '../../evaluation/definition/subject.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'

/** The groups of a subject: what is neither text nor a number is no key, and what is no object holds none. */
export function groupKeys(value: JsonValue | undefined): NonNullable<Subject['groups']> {
  const entries = Object.entries(jsonObject(value))
  const keys = entries.filter(([, key]) => typeof key === 'string' || typeof key === 'number')
  return Object.fromEntries(keys) as NonNullable<Subject['groups']> // only those were kept
}

/** What is known of a subject's groups, by group type. */
export function groupProperties(value: JsonValue | undefined): NonNullable<Subject['groupProperties']> {
  return Object.fromEntries(Object.entries(jsonObject(value)).map(([type, known]) => [type, jsonObject(known)]))
}

/** The object, or an empty one in place of anything else. */
export function jsonObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
