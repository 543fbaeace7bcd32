import type { DefinitionsSettings } from './definitions.ts'

/** What an evaluation may ask of the snapshot it runs in, beyond the flag itself. */
export interface Lookup {
  /** The name of a group type by its index; undefined when the project has no such type. */
  groupType(index: number): string | undefined
}

export function lookupOf(settings: DefinitionsSettings): Lookup {
  const groupTypes = new Map(
    Object.entries(settings.group_type_mapping ?? {}).map(([index, name]) => [Number(index), name]),
  )
  return { groupType: (index) => groupTypes.get(index) }
}
