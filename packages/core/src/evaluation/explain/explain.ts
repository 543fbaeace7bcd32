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
 * Explains the result of a flag of a snapshot: each condition and filter, and the smallest change that would flip it
 * (EVAL-46). It is slow compared with evaluation. Problems of the flag are part of the explanation.
 *
 * @example
 * const { summary, nearestChange } = explain(snapshot, 'new-checkout', { distinctId: 'user-42' })
 * console.log(summary, nearestChange?.sentence)
 */
export function explain({ parts: decided }: CompiledSnapshot, key: string, subject: Subject): Explanation {
  const lookup = lookupsOf(decided).begin()
  const decision = decideByKey(decided.flags, key, subject, lookup)
  const { forms } = lookup
  // An explanation needs the compiled form of each filter many times. Bound: dies with the explanation
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
  // For a disabled flag, it explains what the flag would do. Dependencies are only evaluated for an enabled flag.
  const active = definition.active ? definition : { ...definition, active: true }
  return explainFlag(active, decision, explainScope(partsWith(parts, active), decision.key, subject, forms))
}
