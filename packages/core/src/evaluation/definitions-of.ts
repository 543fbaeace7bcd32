import type { CompiledSnapshot } from './compiled-snapshot.ts'
import type { FlagDefinition } from './definition/definitions.ts'
import { flagsInOrder } from './flag-table.ts'

/** What the flags of a snapshot were compiled from, ordered by key. */
export function definitionsOf({ parts }: CompiledSnapshot): FlagDefinition[] {
  return flagsInOrder(parts.flags).map(({ definition }) => definition)
}
