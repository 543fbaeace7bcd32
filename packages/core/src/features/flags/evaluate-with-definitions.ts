import type { Decision } from '../../evaluation/definition/decision.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { isMeantFor, type PublishedFlagsQuery } from './evaluate-published-flags.ts'

/** The decision of a flag, with the flag's definition at that time. */
export interface EvaluatedFlag {
  readonly flag: FlagDefinition
  readonly decision: Decision
  /**
   * What the condition sets are rolled out by: indexes of group types, and null for users. Only for explanations
   * (PROTO-17).
   */
  readonly aggregations?: readonly (number | null)[]
}

/**
 * Evaluates every flag that is available for the query, by key. Disabled flags are included, for clients that
 * distinguish them from unknown ones.
 */
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
