import type { Project } from './project.ts'

/** Group types that a project may have; filters name them by index. */
export const MAX_GROUP_TYPES = 5

type GroupTypes = Project['groupTypes']

/** A kind of group, such as `company`. Filters and groups name it by its index. */
export interface GroupType {
  readonly name: string
  readonly index: number
}

/** The group types that there are, by index. */
export function groupTypesIn(groupTypes: GroupTypes): readonly GroupType[] {
  return groupTypes.flatMap((name, index) => (name === null ? [] : [{ name, index }]))
}

/** The group types with one more, in the first place that is free; the same when it is there, or when no place is. */
export function withGroupType(groupTypes: GroupTypes, name: string): GroupTypes {
  if (groupTypes.includes(name)) return groupTypes
  const [place = groupTypes.length] = freedPlaces(groupTypes)
  return place < MAX_GROUP_TYPES ? withTypeAt(groupTypes, place, name) : groupTypes
}

/** Whether another type has a place. */
export function hasRoom(groupTypes: GroupTypes): boolean {
  return groupTypes.includes(null) || groupTypes.length < MAX_GROUP_TYPES
}

/** The group types with another name in one place, or with none. */
export function withTypeAt(groupTypes: GroupTypes, place: number, name: string | null): GroupTypes {
  return groupTypes.toSpliced(place, 1, name)
}

/** Places of types that were removed. */
export function freedPlaces(groupTypes: GroupTypes): readonly number[] {
  return groupTypes.flatMap((name, index) => (name === null ? [index] : []))
}
