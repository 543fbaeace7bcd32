import type { Project } from './project.ts'

/** The maximum number of group types of a project. Filters reference them by index. */
export const MAX_GROUP_TYPES = 5

type GroupTypes = Project['groupTypes']

/** A kind of group, such as `company`. Filters and groups reference it by its index. */
export interface GroupType {
  readonly name: string
  readonly index: number
}

/** Returns the existing group types, with their index. */
export function groupTypesIn(groupTypes: GroupTypes): readonly GroupType[] {
  return groupTypes.flatMap((name, index) => (name === null ? [] : [{ name, index }]))
}

/** Returns the group types with a new one in the first free place; unchanged if it exists, or if no place is free. */
export function withGroupType(groupTypes: GroupTypes, name: string): GroupTypes {
  if (groupTypes.includes(name)) return groupTypes
  const [place = groupTypes.length] = freedPlaces(groupTypes)
  return place < MAX_GROUP_TYPES ? withTypeAt(groupTypes, place, name) : groupTypes
}

/** Whether there is a free place for another type. */
export function hasRoom(groupTypes: GroupTypes): boolean {
  return groupTypes.includes(null) || groupTypes.length < MAX_GROUP_TYPES
}

/** Returns the group types after one is renamed, or removed with null. */
export function withTypeAt(groupTypes: GroupTypes, place: number, name: string | null): GroupTypes {
  return groupTypes.toSpliced(place, 1, name)
}

/** Returns the places of removed types. */
export function freedPlaces(groupTypes: GroupTypes): readonly number[] {
  return groupTypes.flatMap((name, index) => (name === null ? [index] : []))
}
