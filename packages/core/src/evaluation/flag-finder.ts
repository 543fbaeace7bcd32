import type { CompiledFlag } from './compiled-flag.ts'
import type { FlagReference } from './dependencies/flag-reference.ts'
import { type FlagTable, flagOf } from './flag-table.ts'

/** Finds the flags of a table as filters name them. The index by id is made when somebody first asks for an id. */
export function flagFinder(table: FlagTable): (reference: FlagReference) => CompiledFlag | undefined {
  let byId: Map<number, CompiledFlag> | undefined
  return (reference) => {
    if (reference === 'broken') return undefined
    if ('key' in reference) return flagOf(table, reference.key)
    byId ??= new Map(table.slots.flatMap((flag) => (flag ? [[flag.definition.id, flag]] : [])))
    return byId.get(reference.id)
  }
}
