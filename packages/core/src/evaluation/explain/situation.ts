import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import { lazyFlag } from '../flags/compiled-flag.ts'
import { decideByKey, flagOf, replaceFlags } from '../snapshot/flags-by-key.ts'
import { lookupsOf } from '../snapshot/snapshot-lookup.ts'
import type { SnapshotParts } from '../snapshot/snapshot-parts.ts'
import type { ValueForms } from '../values/value-forms.ts'

/** A flag and a subject as they are, or as they might be. */
export interface Situation {
  readonly definition: FlagDefinition
  readonly subject: Subject
}

/** What the flag would answer: the engine itself is asked. */
export function decideIn(parts: SnapshotParts, { definition, subject }: Situation, forms: ValueForms): Decision {
  const changed = partsWith(parts, definition)
  return decideByKey(changed.flags, definition.key, subject, lookupsOf(changed).begin(undefined, forms))
}

/** The parts of a snapshot in which a flag is defined otherwise. */
export function partsWith(parts: SnapshotParts, definition: FlagDefinition): SnapshotParts {
  const current = flagOf(parts.flags, definition.key)
  if (current?.definition === definition) return parts
  return { ...parts, flags: replaceFlags(parts.flags, [lazyFlag(definition, parts.rules)], new Set()) }
}
