import { isGroup } from '../../evaluation/definition/cohort-criteria.ts'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { sdkProperty } from './sdk-filters.ts'

/** Returns a cohort's definition in the form that SDKs can evaluate: each filter as in flags (SNAP-11, SNAP-14). */
export function sdkCriteria(properties: JsonObject): JsonObject {
  // A damaged definition stays unchanged: only evaluation can report that it fails (COHORT-16).
  if (!isJsonObject(properties)) return properties
  if (isGroup(properties)) {
    const { values } = properties
    // Parts are groups and filters, unless they are damaged.
    return Array.isArray(values)
      ? { ...properties, values: values.map((part) => sdkCriteria(part as JsonObject)) }
      : properties
  }
  // Both are JSON objects with a key.
  return sdkProperty(properties as unknown as PropertyFilter) as unknown as JsonObject
}
