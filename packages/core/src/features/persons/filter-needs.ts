import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { typeOf } from '../../evaluation/filters/compile-filter.ts'

/** A filter, and the subject of its condition. */
export interface PlacedFilter {
  readonly filter: PropertyFilter
  /** The group type; null for the person. */
  readonly index: number | null
}

/** The stored data that filters read. */
export interface FilterNeeds {
  readonly personProperties: readonly string[]
  readonly personMetadata: boolean
  readonly groupProperties: readonly (readonly [groupTypeIndex: number, property: string])[]
}

export function filterNeeds(placed: readonly PlacedFilter[]): FilterNeeds {
  return {
    personProperties: placed.flatMap(({ filter }) => (typeOf(filter) === 'person' ? String(filter.key) : [])),
    personMetadata: placed.some(({ filter }) => filter.type === 'person_metadata'),
    groupProperties: placed.flatMap(groupProperty),
  }
}

function groupProperty({ filter, index: conditionIndex }: PlacedFilter): readonly (readonly [number, string])[] {
  const index = filter.group_type_index ?? conditionIndex
  return filter.type === 'group' && index !== null && filter.key !== '$group_key' ? [[index, String(filter.key)]] : []
}
