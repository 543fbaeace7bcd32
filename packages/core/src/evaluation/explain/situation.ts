import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import { lazyFlag } from '../flags/compiled-flag.ts'
import { decideByKey, flagOf, replaceFlags } from '../snapshot/flags-by-key.ts'
import { lookupsOf } from '../snapshot/snapshot-lookup.ts'
import type { SnapshotParts } from '../snapshot/snapshot-parts.ts'
import type { ValueForms } from '../values/value-forms.ts'

/** A flag and a subject, either actual or hypothetical. */
export interface Situation {
  readonly definition: FlagDefinition
  readonly subject: Subject
}

/** Returns the decision of the engine in a situation. */
export function decideIn(parts: SnapshotParts, { definition, subject }: Situation, forms: ValueForms): Decision {
  const changed = partsWith(parts, definition)
  return decideByKey(changed.flags, definition.key, subject, lookupsOf(changed).begin(undefined, forms))
}

/** Returns the parts of a snapshot in which a flag has another definition. */
export function partsWith(parts: SnapshotParts, definition: FlagDefinition): SnapshotParts {
  const current = flagOf(parts.flags, definition.key)
  if (current?.definition === definition) return parts
  return { ...parts, flags: replaceFlags(parts.flags, [lazyFlag(definition, parts.rules)], new Set()) }
}
