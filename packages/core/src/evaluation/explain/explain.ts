import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import type { CompiledSnapshot } from '../snapshot/compiled-snapshot.ts'
import { decideByKey, flagOf } from '../snapshot/flags-by-key.ts'
import { lookupsOf } from '../snapshot/snapshot-lookup.ts'
import type { SnapshotParts } from '../snapshot/snapshot-parts.ts'
import type { ValueForms } from '../values/value-forms.ts'
import { bareExplanation, explainFlag } from './explain-flag.ts'
import { attempt, explainScope } from './explain-scope.ts'
import type { Explanation } from './explanation.ts'
import { nearestChange } from './nearest-change.ts'
import { partsWith } from './situation.ts'

/**
 * Explains what a flag of a snapshot answers: how the decision came about, down to every filter, and what would change
 * it (EVAL-46). Not for the hot path. Whatever is wrong with the flag becomes part of the explanation.
 *
 * @example
 * const { summary, nearestChange } = explain(snapshot, 'new-checkout', { distinctId: 'user-42' })
 * console.log(summary, nearestChange?.sentence)
 */
export function explain({ parts: decided }: CompiledSnapshot, key: string, subject: Subject): Explanation {
  const lookup = lookupsOf(decided).begin()
  const decision = decideByKey(decided.flags, key, subject, lookup)
  const { forms } = lookup
  // It asks for the compiled form of each filter many times over.
  // Bound: dies with the explanation
  const parts = { ...decided, rules: { ...decided.rules, knownTests: new Map() } }
  const bare = bareExplanation(decision)
  const flag = flagOf(parts.flags, key)
  if (!flag) return bare
  const { value: tree, problem } = attempt(() => explainTree(parts, flag.definition, decision, subject, forms))
  if (!tree) return { ...bare, problem: bare.problem ?? problem }
  const change = attempt(() => nearestChange(parts, { definition: flag.definition, subject }, tree, forms))
  return { ...tree, nearestChange: change.value ?? null }
}

function explainTree(
  parts: SnapshotParts,
  definition: FlagDefinition,
  decision: Decision,
  subject: Subject,
  forms: ValueForms,
): Explanation {
  // Of a flag that is off one wants to know what it would do, and only a flag that is on has its dependencies settled.
  const active = definition.active ? definition : { ...definition, active: true }
  return explainFlag(active, decision, explainScope(partsWith(parts, active), decision.key, subject, forms))
}
