import type { Decision } from '../definition/decision.ts'
import type { Subject } from '../definition/subject.ts'
import { isInShare } from '../hashing/hash.ts'
import type { Decide, Lookup } from '../lookup/lookup.ts'
import { meets } from '../lookup/predicate.ts'
import { type Condition, compileCondition } from './compile-condition.ts'
import type { FlagFrame } from './flag-frame.ts'
import { detailedReason, type MissCode, outranks, reason } from './reason.ts'
import { choose } from './variants.ts'

const SKIPPED_GROUPS = ' (skipped the condition sets for groups to which the user does not belong)'

/** Compiles the condition sets of a flag: the first one in stored order that matches the subject decides. */
export function compileConditions(flag: FlagFrame): Decide {
  const conditions = (flag.definition.filters.groups ?? []).map((condition, index) =>
    compileCondition(condition, index, flag),
  )
  if (conditions.length > 0) return inStoredOrder(conditions, flag.definition.filters.early_exit === true)
  const noConditions = flag.answers.off(reason('no_condition_match'))
  return () => noConditions
}

// A separate function, so that its closure references no more of the flag than this.
function inStoredOrder(conditions: readonly Condition[], stopsEarly: boolean): Decide {
  return (subject, lookup) => {
    let best = conditions[0] as Condition // there is one
    let bestCode: MissCode = 'no_group_type'
    let skippedGroups = false
    for (const condition of conditions) {
      const identifier = condition.identify(subject, lookup)
      const code = missOf(condition, identifier, subject, lookup)
      if (code === undefined) return choose(condition.choice, identifier ?? '')
      if (stopsEarly && endsEarly(code, identifier)) return missDecision(condition, code)
      if (code === 'no_group_type') skippedGroups = true
      if (outranks(code, bestCode)) {
        best = condition
        bestCode = code
      }
    }
    if (!skippedGroups || bestCode !== 'no_condition_match') return missDecision(best, bestCode)
    return best.answers.off(detailedReason(bestCode, best.index, SKIPPED_GROUPS))
  }
}

/**
 * Whether a miss is final in a flag with early exit: the filters match, but the rollout does not include the subject.
 */
export function endsEarly(code: MissCode, identifier: string | undefined): boolean {
  return code === 'out_of_rollout_bound' && identifier !== ''
}

/** Returns why a condition does not match a subject; undefined if it does. */
export function missOf(
  condition: Condition,
  identifier: string | undefined,
  subject: Subject,
  lookup: Lookup,
): MissCode | undefined {
  if (identifier === undefined) return 'no_group_type'
  if (identifier === '' && condition.needsIdentifier) return 'out_of_rollout_bound'
  if (!meets(condition.criteria, subject, lookup)) return 'no_condition_match'
  return isInShare(condition.share, condition.rollout, identifier) ? undefined : 'out_of_rollout_bound'
}

/** Returns the decision of the flag if a condition's miss best explains why none matched. */
function missDecision(condition: Condition, code: MissCode): Decision {
  // The most frequent code is read by its name, which is faster.
  const known = code === 'no_condition_match' ? condition.no_condition_match : condition[code]
  if (known) return known
  const decision = condition.answers.off(reason(code, condition.index))
  condition[code] = decision
  return decision
}
