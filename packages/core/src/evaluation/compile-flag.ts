import { failedDecision } from './answers.ts'
import { compileConditions } from './conditions.ts'
import type { Decide } from './decide.ts'
import type { FlagDefinition } from './definitions.ts'
import { compileEnrollment, compileSuperCondition } from './enrollment.ts'
import { flagFrame } from './flag-frame.ts'
import { compileHoldout } from './holdout.ts'
import type { MatchingRules } from './matching-rules.ts'
import { reason } from './reason.ts'

/**
 * Compiles a flag in the order of evaluation.md section 1.3: enrollment, holdout, condition sets. A flag that cannot be
 * compiled becomes one that always fails.
 */
export function compileFlag(definition: FlagDefinition, rules: MatchingRules): Decide {
  try {
    return compile(definition, rules)
  } catch (error) {
    const failed = failedDecision(definition, error)
    return () => failed
  }
}

function compile(definition: FlagDefinition, rules: MatchingRules): Decide {
  const flag = flagFrame(definition, rules)
  if (!definition.active) {
    const disabled = flag.answers.off(reason('flag_disabled'))
    return () => disabled
  }
  const steps = [compileEnrollment(flag), compileSuperCondition(flag), compileHoldout(flag)].filter((step) => !!step)
  const decideByConditions = compileConditions(flag)
  if (steps.length === 0) return decideByConditions
  return (subject, lookup) => {
    for (const step of steps) {
      const decision = step(subject, lookup)
      if (decision) return decision
    }
    return decideByConditions(subject, lookup)
  }
}
