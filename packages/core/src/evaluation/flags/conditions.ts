import type { Decide } from '../decide.ts'
import type { Decision } from '../decision.ts'
import type { Lookup } from '../lookup.ts'
import type { Subject } from '../subject.ts'
import { type Condition, compileCondition } from './compile-condition.ts'
import { meets } from './criteria.ts'
import type { FlagFrame } from './flag-frame.ts'
import { type MissCode, outranks, reason } from './reason.ts'

const SKIPPED_GROUPS = 'condition sets on groups that the subject is not in were skipped'

/** Compiles the condition sets of a flag: in stored order, and the first that lets the subject in decides. */
export function compileConditions(flag: FlagFrame): Decide {
  const conditions = (flag.definition.filters.groups ?? []).map((condition, index) =>
    compileCondition(condition, index, flag),
  )
  const stopsEarly = flag.definition.filters.early_exit === true
  const explain = missExplainer(flag)
  return (subject, lookup) => {
    let best: Condition | undefined
    let bestCode: MissCode = 'no_group_type'
    let skippedGroups = false
    for (const condition of conditions) {
      const identifier = condition.identify(subject, lookup)
      const code = missOf(condition, identifier, subject, lookup)
      if (code === undefined) return condition.choose(identifier ?? '')
      if (stopsEarly && endsEarly(code, identifier)) return condition.misses[code]
      if (code === 'no_group_type') skippedGroups = true
      if (outranks(code, bestCode)) {
        best = condition
        bestCode = code
      }
    }
    return explain(best, bestCode, skippedGroups)
  }
}

/** Whether a miss is the last word in a flag with early exit: the filters match, and the rollout does not. */
export function endsEarly(code: MissCode, identifier: string | undefined): boolean {
  return code === 'out_of_rollout_bound' && identifier !== ''
}

/** Why a condition does not let a subject in; undefined when it does. */
export function missOf(
  condition: Condition,
  identifier: string | undefined,
  subject: Subject,
  lookup: Lookup,
): MissCode | undefined {
  if (identifier === undefined) return 'no_group_type'
  if (identifier === '' && condition.needsIdentifier) return 'out_of_rollout_bound'
  if (!meets(condition.criteria, subject, lookup)) return 'no_condition_match'
  return condition.admits(identifier) ? undefined : 'out_of_rollout_bound'
}

/** Answers with the miss that explains most. */
function missExplainer(flag: FlagFrame): (best: Condition | undefined, code: MissCode, skipped: boolean) => Decision {
  const noConditions = flag.answers.off(reason('no_condition_match'))
  return (best, code, skippedGroups) => {
    if (!best) return noConditions
    const miss = best.misses[code]
    if (code !== 'no_condition_match' || !skippedGroups) return miss
    return flag.answers.off(reason(code, miss.reason.conditionIndex, SKIPPED_GROUPS))
  }
}
