import { ownProperty } from '../../foundation/json/own-property.ts'
import { criteriaOf } from '../definition/cohort-criteria.ts'
import type { DefinitionsSettings } from '../definition/definitions.ts'
import { cohortsAskedBy, type FlagReference, flagsAskedBy } from '../definition/flag-reference.ts'

/** The flags that cohorts ask for, by themselves or through the cohorts that they are made of. */
export type FlagsInCohorts = (ids: readonly string[]) => readonly FlagReference[]

/** Looks into each cohort once, when it is first asked about; however they are made of one another, it comes to an end. */
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
    // A set goes on to what is added to it on the way.
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
