import type { ConditionSet, PropertyFilter } from '../../parts/conditions/condition-types.ts'
import { same } from './draft.ts'

type Subject = Pick<ConditionSet, 'properties' | 'aggregation_group_type_index'>

/** What a condition set filtered while it rolled out by something else: by the index of a group type, or `user`. */
export type FiltersAside = Readonly<Record<string, Subject>>

const nameOf = (groupType: number | null): string => (groupType === null ? 'user' : String(groupType))

/**
 * A condition set that rolls out by something else. Its filters are set aside, and those that it had before for the new
 * subject come back, because filters on users say nothing about groups (CONSOLE-220).
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

/** The object with other fields, in the order that they had; undefined removes one. A set that is back compares as equal. */
function withFields(set: ConditionSet, fields: Partial<ConditionSet>): ConditionSet {
  const entries = Object.entries({ ...set, ...fields }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as ConditionSet // fields of one
}

/** Filters that are set aside and would be lost on saving: for what, and which. */
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

/** What is set aside for each condition set after sets changed, moved, were duplicated or removed. Sets have no ids. */
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
    // Changed in its place, unless sets were added or removed at the same time.
    return before.length === after.length ? asides[place] : undefined
  })
}
