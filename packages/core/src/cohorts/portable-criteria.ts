import type { PropertyFilter } from '../flags/filters/flag-filters.ts'
import { portableProperty } from '../flags/filters/portable-filters.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { isGroup } from './cohort-criteria.ts'

/** A cohort's definition as SDKs can evaluate it: numbers that are compared as text are text (SNAP-11). */
export function portableCriteria(properties: JsonObject): JsonObject {
  if (isGroup(properties)) {
    const { values } = properties
    return Array.isArray(values) ? { ...properties, values: values.map(portablePart) } : properties
  }
  // Both are JSON with a key; what is damaged in it stays as it is.
  return portableProperty(properties as unknown as PropertyFilter) as unknown as JsonObject
}

function portablePart(part: JsonValue): JsonValue {
  return isJsonObject(part) ? portableCriteria(part) : part
}
