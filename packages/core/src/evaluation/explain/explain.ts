import type { SnapshotParts } from '../compiled-snapshot.ts'
import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import { flagOf } from '../flag-table.ts'
import type { ValueForms } from '../values/value-forms.ts'
import { attempt } from './attempt.ts'
import { bareExplanation, explainFlag } from './explain-flag.ts'
import { explainScope } from './explain-scope.ts'
import type { Explanation } from './explanation.ts'
import { nearestChange } from './nearest-change.ts'
import { partsWith } from './situation.ts'

/** Explains a decision of a snapshot. Whatever is wrong with the flag becomes part of the explanation. */
export function explain(snapshot: SnapshotParts, decision: Decision, subject: Subject, forms: ValueForms): Explanation {
  // It asks for the compiled form of each filter many times over.
  // Bound: dies with the explanation
  const parts = { ...snapshot, rules: { ...snapshot.rules, knownTests: new Map() } }
  const bare = bareExplanation(decision)
  const flag = flagOf(parts.flags, decision.key)
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
