import type { Decision } from '../definition/decision.ts'
import type { SnapshotParts } from '../snapshot/snapshot-parts.ts'
import type { ValueForms } from '../values/value-forms.ts'
import type { CandidateChange } from './candidate-change.ts'
import { candidateChanges } from './candidate-changes.ts'
import { stepText } from './change-step.ts'
import { decisionSize } from './decision-size.ts'
import { type Effort, MAX_EFFORT, spend } from './explain-scope.ts'
import type { Explanation, NearestChange } from './explanation.ts'
import { decideIn, type Situation } from './situation.ts'

/**
 * Returns the change with the fewest steps. The engine evaluates each candidate, so the returned change does flip the
 * result.
 */
export function nearestChange(
  parts: SnapshotParts,
  now: Situation,
  tree: Explanation,
  forms: ValueForms,
): NearestChange | null {
  const effort = { left: MAX_EFFORT }
  const tryOut = trial(parts, now, tree.decision, effort, forms)
  let nearest: Found | undefined
  for (const candidate of candidateChanges(parts, now, tree, effort, forms)) {
    if (nearest && candidate.length >= nearest.changes.length) continue
    const found = tryOut(candidate)
    if (found) nearest = withoutNeedless(found, tryOut)
    if (nearest?.changes.length === 1) break
  }
  return nearest ? described(nearest) : null
}

/** Changes that flip the result of the flag. */
interface Found {
  readonly changes: readonly CandidateChange[]
  readonly decision: Decision
}

/** Evaluates changes; undefined if the result is unchanged, or if the budget is exhausted. */
type TryOut = (changes: readonly CandidateChange[]) => Found | undefined

function trial(parts: SnapshotParts, now: Situation, before: Decision, effort: Effort, forms: ValueForms): TryOut {
  const size = decisionSize(now.definition.filters, parts)
  return (changes) => {
    const after = changes.reduce((situation, { apply }) => apply(situation), now)
    // A disabled flag evaluates nothing.
    if (!spend(effort, after.definition.active ? size : 0)) return undefined
    const decision = decideIn(parts, after, forms)
    return isOther(before, decision) ? { changes, decision } : undefined
  }
}

/**
 * Whether the flag changed between on and off; for a subject that was held out, also whether it is on with another
 * variant.
 */
function isOther(before: Decision, after: Decision): boolean {
  if (after.failed) return false
  const wasHeldOut = before.reason.code === 'holdout_condition_value'
  return before.enabled !== after.enabled || (wasHeldOut && before.variant !== after.variant)
}

/** Removes changes that are not necessary: one change may include the effect of another. */
function withoutNeedless(found: Found, tryOut: TryOut): Found {
  if (found.changes.length === 1) return found
  for (const needless of found.changes) {
    const fewer = tryOut(found.changes.filter((change) => change !== needless))
    if (fewer) return withoutNeedless(fewer, tryOut)
  }
  return found
}

function described({ changes, decision: { enabled, variant } }: Found): NearestChange {
  const text = changes.map(({ step }) => stepText(step)).join(', and ')
  return {
    steps: changes.map(({ step }) => step),
    answer: variant ?? enabled,
    sentence: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  }
}
