import type { ConditionSet, PropertyFilter } from '../../parts/conditions/condition-types.ts'
import { same } from './draft.ts'

type Subject = Pick<ConditionSet, 'properties' | 'aggregation_group_type_index'>

/** The filters of a condition set for other subjects, by the index of a group type or `user`. */
export type FiltersAside = Readonly<Record<string, Subject>>

const nameOf = (groupType: number | null): string => (groupType === null ? 'user' : String(groupType))

/**
 * Returns a condition set that rolls out by something else. Its filters are set aside, and its earlier filters for the
 * new subject return, because filters on users do not apply to groups (CONSOLE-220).
 */
export function rolledOutBy(
  set: ConditionSet,
  from: number | null,
  to: number | null,
  aside: FiltersAside = {},
): { readonly set: ConditionSet; readonly aside: FiltersAside } {
  const { [nameOf(to)]: before = { properties: [], aggregation_group_type_index: to }, ...others } = aside
  return {
    set: withFields(set, {
      properties: before.properties,
      aggregation_group_type_index: before.aggregation_group_type_index,
    }),
    aside: { ...others, [nameOf(from)]: subjectOf(set) },
  }
}

function subjectOf({ properties, aggregation_group_type_index: index }: ConditionSet): Subject {
  return {
    ...(properties !== undefined && { properties }),
    ...(index !== undefined && { aggregation_group_type_index: index }),
  }
}

/**
 * Returns the set with other fields, in their previous order, so that a restored set compares as equal; undefined
 * removes a field.
 */
function withFields(set: ConditionSet, fields: Partial<ConditionSet>): ConditionSet {
  const entries = Object.entries({ ...set, ...fields }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as ConditionSet // fields of a condition set
}

/** Returns the filters that are set aside and would be lost on saving, with their subjects. */
export function setAside(
  aside: FiltersAside | undefined,
): readonly (readonly [number | null, readonly PropertyFilter[]])[] {
  return Object.entries(aside ?? {})
    .map(([name, { properties }]) => [name === 'user' ? null : Number(name), properties ?? []] as const)
    .filter(([, properties]) => properties.length > 0)
}

type Asides = readonly (FiltersAside | undefined)[]

export const hasSetAside = (asides: Asides | undefined): boolean =>
  (asides ?? []).some((each) => setAside(each).length > 0)

/**
 * Returns the filters that are set aside for each condition set, after sets were changed, moved, duplicated or removed.
 * Sets have no ids.
 */
export function carriedAsides(
  asides: Asides | undefined,
  before: readonly ConditionSet[],
  after: readonly ConditionSet[],
): Asides | undefined {
  if (asides === undefined || before === after) return asides
  return after.map((set, place) => {
    if (same(before[place], set)) return asides[place]
    const source = before.findIndex((other) => same(other, set))
    if (source >= 0) return asides[source]
    // Changed in place, unless sets were added or removed at the same time.
    return before.length === after.length ? asides[place] : undefined
  })
}
