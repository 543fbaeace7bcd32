import type { UsageSource } from '../../../data/records/usage.ts'
import { choice, isMissing, items, type QueryPart, requireKnownKeys, under, unsupported } from './query-part.ts'
import type { Dimension, UsageCondition } from './trends-query.ts'

/** The event properties that are stored, with the dimensions in which they are stored. */
export const PROPERTY_DIMENSIONS: Readonly<Record<string, Dimension>> = {
  $feature_flag: 'flagKey',
  $feature_flag_response: 'variant',
  $lib: 'sdk',
}

/** The sources for each value of `locally_evaluated` (INSIGHT-5). */
const SOURCES_BY_PLACE: Readonly<Record<string, readonly UsageSource[]>> = {
  true: ['sdk_local', 'embedded'],
  false: ['sdk_remote', 'server'],
}

const PROPERTY_KEYS = ['key', 'value', 'operator', 'type', 'label'] as const
const POSSIBLE_PROPERTIES = `use one of ${Object.keys(PROPERTY_DIMENSIONS).join(', ')} and locally_evaluated.`

/** Parses conditions from a list or from groups of AND, with any nesting (INSIGHT-4). */
export function parseConditions(properties: QueryPart): readonly UsageCondition[] {
  if (isMissing(properties)) return []
  if (Array.isArray(properties.value)) return items(properties).flatMap(parseConditionOrGroup)
  return parseConditionOrGroup(properties)
}

function parseConditionOrGroup(part: QueryPart): readonly UsageCondition[] {
  if (isMissing(under(part, 'values'))) return isEmptyObject(part) ? [] : [parseCondition(part)]
  requireKnownKeys(part, ['type', 'values'])
  const values = items(under(part, 'values'))
  // An OR of at most one item is equivalent to an AND.
  choice(under(part, 'type'), values.length > 1 ? ['AND'] : ['AND', 'OR'], 'AND')
  return values.flatMap(parseConditionOrGroup)
}

function isEmptyObject({ value }: QueryPart): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function parseCondition(part: QueryPart): UsageCondition {
  requireKnownKeys(part, PROPERTY_KEYS)
  choice(under(part, 'type'), ['event'], 'event')
  choice(under(part, 'operator'), ['exact'], 'exact')
  const values = valuesOf(under(part, 'value'))
  const key = under(part, 'key')
  if (key.value === 'locally_evaluated') {
    return { dimension: 'source', values: values.flatMap(sourcesOf) }
  }
  return { dimension: dimensionOf(key), values }
}

function sourcesOf(place: string): readonly UsageSource[] {
  return (Object.hasOwn(SOURCES_BY_PLACE, place) && SOURCES_BY_PLACE[place]) || []
}

/** Returns the dimension in which a property is stored. */
export function dimensionOf(property: QueryPart, possible = POSSIBLE_PROPERTIES): Dimension {
  const name = String(property.value)
  const dimension = Object.hasOwn(PROPERTY_DIMENSIONS, name) ? PROPERTY_DIMENSIONS[name] : undefined
  if (!dimension) throw unsupported(property, possible)
  return dimension
}

/** Returns values as text, because `true` and numbers are stored as text. */
function valuesOf(part: QueryPart): readonly string[] {
  const values = Array.isArray(part.value) ? items(part) : [part]
  if (values.length === 0) throw unsupported(part, 'send a value to compare with.')
  return values.map((value) => {
    if (['string', 'number', 'boolean'].includes(typeof value.value)) return String(value.value)
    throw unsupported(value, 'send text, a number, true or false.')
  })
}
