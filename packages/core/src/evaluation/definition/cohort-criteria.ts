import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import type { PropertyFilter } from './flag-filters.ts'
import { parseId } from './flag-references.ts'

/** One condition on a user: on a property, or on membership in another cohort (`value` is its id). */
export interface CohortCriterion extends Pick<PropertyFilter, 'key' | 'value' | 'operator' | 'negation'> {
  readonly type: 'person' | 'cohort'
}

/** Joins criteria and other groups, up to 20 levels deep. */
export interface CohortGroup {
  readonly type: 'AND' | 'OR'
  readonly values: readonly (CohortGroup | CohortCriterion)[]
}

/** The rule of a dynamic cohort in input. A static cohort has none: `{}`. */
export interface CohortFilterInput {
  readonly properties?: CohortGroup | CohortCriterion | Readonly<Record<string, never>> | undefined
}

/** One filter of a cohort, with its place in `filters`: `properties.values[0].values[1]`. */
export interface PlacedCriterion {
  readonly criterion: PropertyFilter
  readonly path: string
}

/** Returns every filter of a cohort, in order. Damaged parts are skipped: only evaluation reports them as failures. */
export function criteriaOf(properties: unknown, path = 'properties'): readonly PlacedCriterion[] {
  if (!isJsonObject(properties)) return []
  if (isGroup(properties)) {
    return partsOf(properties).flatMap((part, index) => criteriaOf(part, `${path}.values[${index}]`))
  }
  // An object with a key is a filter; its fields are checked where they are used.
  return [{ criterion: properties as unknown as PropertyFilter, path }]
}

/** Whether a part of a cohort's definition is a group of others. */
export function isGroup(part: JsonObject): boolean {
  return Object.hasOwn(part, 'values') || !Object.hasOwn(part, 'key')
}

/** Returns the parts of a group; empty if it is damaged. */
export function partsOf(group: JsonObject): readonly JsonValue[] {
  return Array.isArray(group.values) ? group.values : []
}

/** Returns the ids of the cohorts that a cohort references. */
export function nestedCohortIds(properties: unknown): readonly number[] {
  const ids = criteriaOf(properties).flatMap(({ criterion }) =>
    criterion.type === 'cohort' ? (parseId(String(criterion.value)) ?? []) : [],
  )
  return [...new Set(ids)]
}
