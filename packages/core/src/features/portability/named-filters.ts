import { areWellFormed, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { ConditionSet, FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { parseId } from '../../evaluation/definition/flag-references.ts'
import { isJsonObject, type JsonObject, type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import { filterStructure } from '../filters/filter-structure.ts'
import { normalizeFilters } from '../filters/normalize-filters.ts'
import { markOwn, unmarkOwn } from './mark-own.ts'
import { type NameKey, nameKey, referenceKey, referenceOf } from './name-reference.ts'
import type { Names } from './names.ts'

/** The prefix of the id of a deleted flag, which keys of flags cannot have. */
const GONE = '?'

/**
 * Returns filters as in a document: flags, cohorts and group types are referenced by their names, and empty values are
 * left out.
 */
export function namedFilters(filters: FlagFilters, names: Names): JsonObject {
  // Damaged filters are exported unchanged. Importing them results in the same filters.
  if (!areWellFormed(filters)) return filters as unknown as JsonObject
  const { groups, payloads, aggregation_group_type_index: index, ...rest } = normalizeFilters(filters)
  return plain({
    ...markOwn(Object.fromEntries(Object.entries(rest).filter(saysSomething)), 'aggregation_group_type'),
    ...(payloads && Object.keys(payloads).length > 0 ? { payloads } : {}),
    // Condition sets contain their own group type.
    ...(groups.length === 0 ? namedIndex('aggregation_group_type', index, names) : {}),
    groups: groups.map((group) => namedGroup(group, names)),
  })
}

/**
 * Whether a field is exported. Null has no meaning in fields that evaluation knows, but may have one in other fields of
 * the client.
 */
function saysSomething([field, part]: readonly [field: string, part: unknown]): boolean {
  return part !== null || !Object.hasOwn(filterStructure.shape, field)
}

function namedGroup(group: ConditionSet, names: Names): JsonObject {
  const { aggregation_group_type_index: index, ...rest } = group
  const properties = propertiesOf(group).map((property) => namedProperty(property, names))
  const field = 'aggregation_group_type'
  return plain({ ...markOwn(rest, field), properties, ...namedIndex(field, index, names) })
}

/** Returns one filter of a flag or a cohort as in a document. */
export function namedProperty(property: PropertyFilter, names: Names): JsonObject {
  const { group_type_index: index, ...rest } = property
  return plain({
    ...markOwn(rest, 'group_type'),
    ...namedIndex('group_type', index, names),
    ...namedTarget(property, names),
  })
}

function namedIndex(field: string, index: number | null | undefined, { groupTypes }: Names): JsonObject {
  if (index === null || index === undefined) return {}
  const name = groupTypes.nameOf(index)
  return name === undefined ? { [`${field}_index`]: index } : { [field]: name }
}

function namedTarget({ type, key, value = null }: PropertyFilter, { flags, cohorts }: Names): JsonObject {
  if (type === 'flag') {
    const id = parseId(key)
    return id === undefined ? {} : { key: flags.nameOf(id) ?? `${GONE}${key}` }
  }
  const id = type === 'cohort' && !Array.isArray(value) ? parseId(String(value)) : undefined
  if (id === undefined) return {}
  const name = cohorts.nameOf(id)
  // A number is not a name, so it cannot match another cohort.
  return { value: name === undefined ? id : referenceOf(name) }
}

/** A name that does not exist. */
export interface UnknownName {
  readonly section: 'flags' | 'cohorts' | 'dashboards' | 'group_types' | 'roles'
  readonly key: NameKey
}

/** Called with the first unknown name. It throws, because a reference to nothing cannot be written. */
export type OnUnknown = (unknown: UnknownName) => never

/** Returns filters as operations take them. Values of another shape stay unchanged, and the operations report them. */
export function filtersWithIds(filters: JsonValue, names: Names, onUnknown: OnUnknown): JsonValue {
  if (!isJsonObject(filters)) return filters
  const { groups } = filters
  const withIds = indexed(filters, 'aggregation_group_type', names, onUnknown)
  if (!Array.isArray(groups)) return withIds
  return { ...withIds, groups: groups.map((group) => groupWithIds(group, names, onUnknown)) }
}

function groupWithIds(group: JsonValue, names: Names, onUnknown: OnUnknown): JsonValue {
  if (!isJsonObject(group)) return group
  const { properties } = group
  const withIds = indexed(group, 'aggregation_group_type', names, onUnknown)
  if (!Array.isArray(properties)) return withIds
  return { ...withIds, properties: properties.map((property) => propertyWithIds(property, names, onUnknown)) }
}

export function propertyWithIds(property: JsonValue, names: Names, onUnknown: OnUnknown): JsonValue {
  if (!isJsonObject(property)) return property
  return { ...indexed(property, 'group_type', names, onUnknown), ...targetWithId(property, names, onUnknown) }
}

function indexed(part: JsonObject, field: string, { groupTypes }: Names, onUnknown: OnUnknown): JsonObject {
  const { [field]: name = null, ...rest } = part
  if (typeof name !== 'string') return unmarkOwn(part, field)
  const index = groupTypes.idOf(name) ?? onUnknown({ section: 'group_types', key: nameKey(name) })
  return { ...unmarkOwn(rest, field), [`${field}_index`]: index }
}

function targetWithId(property: JsonObject, { flags, cohorts }: Names, onUnknown: OnUnknown): JsonObject {
  const { type, key = null, value } = property
  if (type === 'flag' && typeof key === 'string') {
    return { key: String(flags.idOf(key) ?? onUnknown({ section: 'flags', key: nameKey(key) })) }
  }
  const reference = type === 'cohort' ? referenceKey(value) : undefined
  if (reference === undefined) return {}
  return { value: cohorts.idOf(reference) ?? onUnknown({ section: 'cohorts', key: reference }) }
}

/** Returns keys of the flags that filters of a document depend on. */
export function flagsNamedIn(filters: JsonValue): readonly string[] {
  return propertiesIn(filters).flatMap(({ type, key = null }) =>
    type === 'flag' && typeof key === 'string' ? [key] : [],
  )
}

function propertiesIn(filters: JsonValue): readonly JsonObject[] {
  const groups = isJsonObject(filters) && Array.isArray(filters.groups) ? filters.groups : []
  return groups.flatMap((group: JsonValue) =>
    isJsonObject(group) && Array.isArray(group.properties) ? group.properties.filter(isJsonObject) : [],
  )
}

function plain(part: object): JsonObject {
  return withoutUndefined(part) as JsonObject // filters are plain data
}
