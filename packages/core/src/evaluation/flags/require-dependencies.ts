import { cohortsAskedBy, filtersOf, flagsAskedBy } from '../definition/flag-reference.ts'
import type { Decide } from '../lookup/lookup.ts'
import type { FlagFrame } from './flag-frame.ts'
import { reason } from './reason.ts'

/** Makes a flag answer `missing_dependency` for as long as the flags it depends on cannot all be evaluated. */
export function requireDependencies(flag: FlagFrame, decide: Decide): Decide {
  const filters = filtersOf(flag.definition)
  // A cohort may ask for flags, and become another one while the flag stays compiled.
  if (flagsAskedBy(filters).length === 0 && cohortsAskedBy(filters).length === 0) return decide
  const missing = flag.answers.off(reason('missing_dependency'))
  // Clients keep the value they have of a flag that failed, as they should while a cycle is being repaired.
  const cyclic = Object.freeze({ ...missing, failed: true })
  return (subject, lookup) => {
    const problem = lookup.settleDependencies(flag.definition.key, subject)
    if (problem === undefined) return decide(subject, lookup)
    return problem === 'cycle' ? cyclic : missing
  }
}
