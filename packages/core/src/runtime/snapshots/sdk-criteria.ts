import { isGroup } from '../../evaluation/definition/cohort-criteria.ts'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { sdkProperty } from './sdk-filters.ts'

/** A cohort's definition as SDKs can evaluate it: each filter is as in flags (SNAP-11, SNAP-14). */
export function sdkCriteria(properties: JsonObject): JsonObject {
  // What is damaged stays as it is: only whoever evaluates it can say that it fails (COHORT-16).
  if (!isJsonObject(properties)) return properties
  if (isGroup(properties)) {
    const { values } = properties
    // Parts are groups and filters, unless they are damaged.
    return Array.isArray(values)
      ? { ...properties, values: values.map((part) => sdkCriteria(part as JsonObject)) }
      : properties
  }
  // Both are JSON with a key.
  return sdkProperty(properties as unknown as PropertyFilter) as unknown as JsonObject
}
