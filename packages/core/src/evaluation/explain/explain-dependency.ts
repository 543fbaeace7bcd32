import type { FlagReference } from '../dependencies/flag-reference.ts'
import { explainFlag } from './explain-flag.ts'
import { type ExplainScope, subScope } from './explain-scope.ts'
import type { DependencyExplanation } from './explanation.ts'

/** Explains the flag that a filter is about. */
export function explainDependency(reference: FlagReference, scope: ExplainScope): DependencyExplanation {
  const definition = scope.find(reference)?.definition
  const decision = scope.lookup.settled(reference) ?? null
  if (!definition) return { key: null, decision: null, explanation: null }
  const inner = decision && subScope(scope, `flag ${definition.key}`)
  const explanation = inner ? explainFlag(definition, decision, inner) : null
  return { key: definition.key, decision, explanation }
}
