import type { CompiledSnapshot } from './compiled-snapshot.ts'
import type { FlagDefinition } from './definitions.ts'
import { flagOf } from './flag-table.ts'

/** What the flags of a snapshot were compiled from, ordered by key. */
export function definitionsOf({ keys, parts }: CompiledSnapshot): FlagDefinition[] {
  return keys.flatMap((key) => flagOf(parts.flags, key)?.definition ?? [])
}
