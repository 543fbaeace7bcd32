import type { FlagDefinition } from '../definition/definitions.ts'
import { areWellFormed } from '../definition/filter-parts.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import type { Decide, DecisionStep } from '../lookup/lookup.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'
import { disabledDecision, failedDecision } from './answers.ts'
import { compileConditions } from './conditions.ts'
import { compileEnrollment, compileSuperCondition } from './enrollment.ts'
import { flagFrame } from './flag-frame.ts'
import { compileHoldout } from './holdout.ts'
import { requireDependencies } from './require-dependencies.ts'

/**
 * Compiles a flag in the order of EVAL-13: enrollment, holdout, condition sets. A flag that cannot be compiled becomes
 * one that always fails.
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
  if (!definition.active) {
    const disabled = disabledDecision(definition)
    return () => disabled
  }
  const { flag, steps, conditions } = compileParts(definition, rules)
  return requireDependencies(flag, inOrder(steps, conditions))
}

/** Compiles the parts of an enabled flag, in the order of evaluation. Throws if any of them cannot be compiled. */
export function compileParts(definition: FlagDefinition, rules: MatchingRules) {
  if (!areWellFormed(definition.filters)) throw new UnevaluableError('the filters are damaged')
  const flag = flagFrame(definition, rules)
  const steps = [compileEnrollment(flag), compileSuperCondition(flag), compileHoldout(flag)].filter((step) => !!step)
  return { flag, steps, conditions: compileConditions(flag) }
}

/** Runs the steps one after the other until one returns a decision. */
function inOrder(steps: readonly DecisionStep[], last: Decide): Decide {
  if (steps.length === 0) return last
  return (subject, lookup) => {
    for (const step of steps) {
      const decision = step(subject, lookup)
      if (decision) return decision
    }
    return last(subject, lookup)
  }
}
