import type { Decision } from './definition/decision.ts'
import type { FlagDefinition } from './definition/definitions.ts'
import type { Subject } from './definition/subject.ts'
import { failedDecision } from './flags/answers.ts'
import { compileFlag } from './flags/compile-flag.ts'
import type { Decide, Lookup } from './lookup.ts'
import type { MatchingRules } from './matching-rules.ts'

/** A flag that compiles itself when it is first asked. Snapshots share it for as long as its definition lasts. */
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

/** Asks a flag; whatever goes wrong inside becomes its answer. */
export function decide(flag: CompiledFlag, subject: Subject, lookup: Lookup): Decision {
  try {
    return flag.decide(subject, lookup)
  } catch (error) {
    return failedDecision(flag.definition, error)
  }
}
