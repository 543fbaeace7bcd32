import { ownProperty } from '../../foundation/json/own-property.ts'
import { criteriaOf } from '../definition/cohort-criteria.ts'
import type { DefinitionsSettings } from '../definition/definitions.ts'
import { cohortsAskedBy, type FlagReference, flagsAskedBy } from '../definition/flag-reference.ts'

/** Returns the flags that cohorts reference, directly or through nested cohorts. */
export type FlagsInCohorts = (ids: readonly string[]) => readonly FlagReference[]

/** Returns a function that reads each cohort once, on first use. Cycles of cohorts do not prevent it from ending. */
export function flagsInCohorts(cohorts: DefinitionsSettings['cohorts'] | undefined): FlagsInCohorts {
  // Bound: OUT-8 definitions
  const known = new Map<string, AskedBy>()
  const askedBy = (id: string): AskedBy => {
    const asked = known.get(id) ?? readCohort(ownProperty(cohorts, id))
    known.set(id, asked)
    return asked
  }
  return (ids) => {
    const found: FlagReference[] = []
    const reached = new Set(ids)
    // The iteration includes items that are added to the set during it.
    for (const id of reached) {
      const asked = askedBy(id)
      found.push(...asked.flags)
      for (const inner of asked.cohorts) reached.add(inner)
    }
    return found
  }
}

interface AskedBy {
  readonly flags: readonly FlagReference[]
  readonly cohorts: readonly string[]
}

function readCohort(definition: unknown): AskedBy {
  const criteria = criteriaOf(definition).map(({ criterion }) => criterion)
  return { flags: flagsAskedBy(criteria), cohorts: cohortsAskedBy(criteria) }
}
