import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import type { Decide, Lookup } from '../lookup/lookup.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'
import { failedDecision } from './answers.ts'
import { compileFlag } from './compile-flag.ts'

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
