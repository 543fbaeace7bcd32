import type { Decision } from '../../evaluation/definition/decision.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { isMeantFor, type PublishedFlagsQuery } from './evaluate-published-flags.ts'

/** What a flag answered, with the flag as it was when it did. */
export interface EvaluatedFlag {
  readonly flag: FlagDefinition
  readonly decision: Decision
  /** What the condition sets are rolled out by: indexes of group types, and null for users. For support alone (PROTO-17). */
  readonly aggregations?: readonly (number | null)[]
}

/** Decides every flag that is meant for whoever asks, by key; disabled ones too, for those who tell them from unknown ones. */
export function evaluateWithDefinitions(
  snapshot: ProjectSnapshot,
  subject: Subject,
  query: PublishedFlagsQuery,
): readonly EvaluatedFlag[] {
  const flags = askedFlags(snapshot, query).filter((flag) => isMeantFor(flag, query))
  const decisions = snapshot.evaluation.evaluateAll(subject, {
    keys: flags.map((flag) => flag.key),
    isHidden: (flag) => !isMeantFor(flag, query),
  })
  return decisions.flatMap((decision, index) => {
    const flag = flags[index]
    return flag ? [{ flag, decision }] : []
  })
}

function askedFlags(snapshot: ProjectSnapshot, { keys }: PublishedFlagsQuery): readonly FlagDefinition[] {
  if (!keys) return snapshot.flags
  const known = new Set(keys.filter((key) => snapshot.flag(key)))
  return [...known].sort().flatMap((key) => snapshot.flag(key) ?? [])
}
