import { wrongWithFilter } from '../../../parts/conditions/check-filter.ts'
import type { PropertyFilter } from '../../../parts/conditions/condition-types.ts'
import type { Cohort } from '../cohort.ts'

/** How the parts of a rule are joined: all of them must match, or any. */
export type Joined = 'AND' | 'OR'

export interface CriteriaGroup {
  readonly type: Joined
  readonly values: readonly PropertyFilter[]
}

/** A rule in the form: groups of filters. */
export interface Criteria {
  readonly type: Joined
  readonly values: readonly CriteriaGroup[]
}

export const BLANK_CRITERIA: Criteria = { type: 'OR', values: [{ type: 'AND', values: [] }] }

/** Returns the rule of a cohort for the form; undefined if it is nested too deep or has parts without a field. */
export function criteriaOf({ filters: { properties } }: Pick<Cohort, 'filters'>): Criteria | undefined {
  const outer = groupIn(properties)
  if (!outer) return undefined
  const isFlat = outer.values.length > 0 && outer.values.every((value) => groupIn(value) === undefined)
  const groups = isFlat ? [outer] : outer.values.map(groupIn)
  const read = groups.map((group) => group && filtersIn(group))
  return read.every((group) => group !== undefined) ? { type: isFlat ? 'OR' : outer.type, values: read } : undefined
}

interface AnyGroup {
  readonly type: Joined
  readonly values: readonly unknown[]
}

function groupIn(value: unknown): AnyGroup | undefined {
  const { type, values } = (value ?? {}) as Partial<AnyGroup>
  return (type === 'AND' || type === 'OR') && Array.isArray(values) ? { type, values } : undefined
}

function filtersIn({ type, values }: AnyGroup): CriteriaGroup | undefined {
  return values.every(isFilter) ? { type, values } : undefined
}

function isFilter(value: unknown): value is PropertyFilter {
  const { key, type, negation } = (value ?? {}) as { key?: unknown; type?: unknown; negation?: unknown }
  return typeof key === 'string' && (type === 'person' || type === 'cohort') && !negation
}

/**
 * Returns errors by `GROUP.FILTER`, with both indexes from 0. The error of a group without filters is under `GROUP`.
 */
export function criteriaProblems({ values }: Criteria, empty: string): ReadonlyMap<string, string> {
  const found = values.flatMap((group, at) => {
    if (group.values.length === 0) return [[String(at), empty] as const]
    return group.values.flatMap((filter, place) => {
      const wrong = wrongWithFilter(filter)
      return wrong === undefined ? [] : [[`${at}.${place}`, wrong] as const]
    })
  })
  return new Map(found)
}
