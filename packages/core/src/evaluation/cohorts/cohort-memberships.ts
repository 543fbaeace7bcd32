import { nestedCohortIds } from '../../cohorts/cohort-criteria.ts'
import { neededFirst } from '../../graph/needed-first.ts'
import type { SnapshotParts } from '../compiled-snapshot.ts'
import type { Lookup } from '../lookup.ts'
import { ownProperty } from '../own-property.ts'
import type { Subject } from '../subject.ts'
import { UnevaluableError } from '../unevaluable-error.ts'

/** Which cohorts a subject is in: each is asked once, however many flags and cohorts look at it. */
export interface CohortMemberships {
  /** Throws UnevaluableError when the definitions cannot tell. */
  ask(id: string, subject: Subject, lookup: Lookup): boolean
  /** To be called before each subject. */
  clear(): void
}

/** So many cohorts may be underway inside one another; those that are deeper are asked from the innermost outwards. */
const MAX_DEPTH = 100

export function cohortMemberships({ cohort, settings }: Pick<SnapshotParts, 'cohort' | 'settings'>): CohortMemberships {
  const answers = new Map<string, boolean | 'underway'>()
  // While something is underway: afterwards, who asks for a cohort that failed must hear why again.
  const failures = new Map<string, unknown>()
  let depth = 0

  function ask(id: string, subject: Subject, lookup: Lookup): boolean {
    const known = answers.get(id)
    if (known === 'underway') throw new UnevaluableError(`cohort ${id} contains itself`)
    if (known !== undefined) return known
    if (failures.has(id)) throw failures.get(id)
    if (depth === MAX_DEPTH) askInnermostFirst(id, subject, lookup)
    answers.set(id, 'underway')
    depth++
    try {
      const isMember = cohort(id)(subject, lookup)
      answers.set(id, isMember)
      return isMember
    } catch (error) {
      // Another flag that asks for it must hear the same, not that it contains itself.
      answers.delete(id)
      failures.set(id, error)
      throw error
    } finally {
      depth--
      if (depth === 0 && failures.size > 0) failures.clear()
    }
  }

  function askInnermostFirst(start: string, subject: Subject, lookup: Lookup): void {
    const inner = (id: string) => nestedCohortIds(ownProperty(settings.cohorts, id)).map(String)
    const isAsked = (id: string) => answers.has(id) || failures.has(id)
    neededFirst(inner(start), inner, isAsked, (id) => {
      try {
        ask(id, subject, lookup)
      } catch {
        // Whoever needs it hears of it; nobody may.
      }
    })
  }

  return {
    ask,
    clear: () => {
      if (answers.size > 0) answers.clear()
    },
  }
}
