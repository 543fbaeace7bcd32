import { cohortsAskedBy, filtersOf, flagsAskedBy } from '../definition/flag-reference.ts'
import type { Decide } from '../lookup/lookup.ts'
import type { FlagFrame } from './flag-frame.ts'
import { reason } from './reason.ts'

/** Lets a flag return `missing_dependency` as long as not all its dependencies can be evaluated. */
export function requireDependencies(flag: FlagFrame, decide: Decide): Decide {
  const filters = filtersOf(flag.definition)
  // A cohort may reference flags, and may change while the flag stays compiled.
  if (flagsAskedBy(filters).length === 0 && cohortsAskedBy(filters).length === 0) return decide
  const missing = flag.answers.off(reason('missing_dependency'))
  // Clients retain the previous value of a failed flag, which is right while a cycle is being fixed.
  const cyclic = Object.freeze({ ...missing, failed: true })
  return (subject, lookup) => {
    const problem = lookup.settleDependencies(flag.definition.key, subject)
    if (problem === undefined) return decide(subject, lookup)
    return problem === 'cycle' ? cyclic : missing
  }
}
