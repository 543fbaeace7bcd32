import type { Project } from '../../data/records/project.ts'
import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'

/** A group type of a project, with its index. */
export interface NumberedGroupType {
  readonly index: number
  readonly name: string
}

/** Returns the group type that a flag is for; undefined for a flag that is for users. */
export function flagGroupType(
  { filters }: { readonly filters: JsonObject | object },
  { groupTypes }: Pick<Project, 'groupTypes'>,
): NumberedGroupType | undefined {
  const index = fieldsOf(filters).aggregation_group_type_index
  const name = typeof index === 'number' ? groupTypes[index] : null
  return typeof index === 'number' && typeof name === 'string' ? { index, name } : undefined
}

/** Returns the key of a group to count; undefined when the value is not a valid key (CAPTURE-17). */
export function countedGroupKey(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}
