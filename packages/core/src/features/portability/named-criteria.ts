import { isGroup } from '../../evaluation/definition/cohort-criteria.ts'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import type { NameKey } from './name-reference.ts'
import { referenceKey } from './name-reference.ts'
import { namedProperty, type OnUnknown, propertyWithIds } from './named-filters.ts'
import type { Names } from './names.ts'

/** Returns the criteria of a cohort as in a document: they reference other cohorts by name. */
export function namedCriteria(properties: JsonObject, names: Names): JsonObject {
  if (!isGroup(properties)) return namedProperty(properties as unknown as PropertyFilter, names) // it has a key
  const { values } = properties
  if (!Array.isArray(values)) return properties
  return { ...properties, values: values.map((part) => (isJsonObject(part) ? namedCriteria(part, names) : part)) }
}

/** Returns a cohort's `filters` as operations take them; see `filtersWithIds`. */
export function criteriaWithIds(filters: JsonValue, names: Names, onUnknown: OnUnknown): JsonValue {
  if (!isJsonObject(filters) || !isJsonObject(filters.properties)) return filters
  return { ...filters, properties: partWithIds(filters.properties, names, onUnknown) }
}

function partWithIds(part: JsonValue, names: Names, onUnknown: OnUnknown): JsonValue {
  if (!isJsonObject(part)) return part
  if (!isGroup(part)) return propertyWithIds(part, names, onUnknown)
  const { values } = part
  if (!Array.isArray(values)) return part
  return { ...part, values: values.map((value) => partWithIds(value, names, onUnknown)) }
}

/** Returns the cohorts that criteria of a document reference. */
export function cohortsNamedIn(part: JsonValue | undefined): readonly NameKey[] {
  if (Array.isArray(part)) return part.flatMap(cohortsNamedIn)
  if (!isJsonObject(part)) return []
  if (part.type === 'cohort') return [referenceKey(part.value)].filter((key) => key !== undefined)
  return [...cohortsNamedIn(part.properties), ...cohortsNamedIn(part.values)]
}
