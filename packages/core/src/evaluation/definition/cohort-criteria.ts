import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import type { PropertyFilter } from './flag-filters.ts'
import { parseId } from './flag-references.ts'

/** One question about a person: about a property, or whether the person is in another cohort (`value` is its id). */
export interface CohortCriterion extends Pick<PropertyFilter, 'key' | 'value' | 'operator' | 'negation'> {
  readonly type: 'person' | 'cohort'
}

/** Joins criteria and other groups, up to 20 levels deep. */
export interface CohortGroup {
  readonly type: 'AND' | 'OR'
  readonly values: readonly (CohortGroup | CohortCriterion)[]
}

/** The rule of a dynamic cohort, as callers write it. A static cohort has none: `{}`. */
export interface CohortFilterInput {
  readonly properties?: CohortGroup | CohortCriterion | Readonly<Record<string, never>> | undefined
}

/** One filter of a cohort, and where in `filters` it is: `properties.values[0].values[1]`. */
export interface PlacedCriterion {
  readonly criterion: PropertyFilter
  readonly path: string
}

/** Every filter of a cohort, in order. What is damaged is passed over: only evaluation has to say that it fails. */
export function criteriaOf(properties: unknown, path = 'properties'): readonly PlacedCriterion[] {
  if (!isJsonObject(properties)) return []
  if (isGroup(properties)) {
    return partsOf(properties).flatMap((part, index) => criteriaOf(part, `${path}.values[${index}]`))
  }
  // An object with a key is a filter; each part of it is checked where it is used.
  return [{ criterion: properties as unknown as PropertyFilter, path }]
}

/** Whether a part of a cohort's definition joins others. */
export function isGroup(part: JsonObject): boolean {
  return Object.hasOwn(part, 'values') || !Object.hasOwn(part, 'key')
}

/** What a group joins; nothing where it is damaged. */
export function partsOf(group: JsonObject): readonly JsonValue[] {
  return Array.isArray(group.values) ? group.values : []
}

/** Ids of the cohorts that a cohort is made of. */
export function nestedCohortIds(properties: unknown): readonly number[] {
  const ids = criteriaOf(properties).flatMap(({ criterion }) =>
    criterion.type === 'cohort' ? (parseId(String(criterion.value)) ?? []) : [],
  )
  return [...new Set(ids)]
}
