import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import type { Decide, Lookup } from '../lookup/lookup.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'
import { failedDecision } from './answers.ts'
import { compileFlag } from './compile-flag.ts'

/** A flag that is compiled on first use. Snapshots share it until its definition changes. */
export interface CompiledFlag {
  readonly definition: FlagDefinition
  decide: Decide
}

export function lazyFlag(definition: FlagDefinition, rules: MatchingRules): CompiledFlag {
  const flag: CompiledFlag = {
    definition,
    decide: (subject, lookup) => {
      flag.decide = compileFlag(definition, rules)
      return flag.decide(subject, lookup)
    },
  }
  return flag
}

/** Evaluates a flag; an error becomes its decision. */
export function decide(flag: CompiledFlag, subject: Subject, lookup: Lookup): Decision {
  try {
    return flag.decide(subject, lookup)
  } catch (error) {
    return failedDecision(flag.definition, error)
  }
}
