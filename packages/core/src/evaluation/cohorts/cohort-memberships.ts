import { inTopologicalOrder } from '../../foundation/graph/directed-graph.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import { nestedCohortIds } from '../definition/cohort-criteria.ts'
import type { DefinitionsSettings } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import type { Lookup } from '../lookup/lookup.ts'
import type { Predicate } from '../lookup/predicate.ts'

/** So many cohorts may be underway inside one another; those that are deeper are asked from the innermost outwards. */
const MAX_DEPTH = 100

/** The cohorts of a snapshot. */
interface Cohorts {
  readonly settings: DefinitionsSettings
  /** One by its id, compiled; throws UnevaluableError for one that cannot be. */
  readonly cohort: (id: string) => Predicate
}

/** Which cohorts one subject is in: each is asked once, however many flags and cohorts look at it. */
export class CohortMemberships {
  readonly #parts: Cohorts
  // Bound: dies with the evaluation
  readonly #answers = new Map<string, boolean | 'underway'>()
  /** While something is underway: afterwards, who asks for a cohort that failed must hear why again. */
  // Bound: dies with the evaluation
  readonly #failures = new Map<string, unknown>()
  #depth = 0

  constructor(parts: Cohorts) {
    this.#parts = parts
  }

  /** Throws UnevaluableError when the definitions cannot tell. */
  ask(id: string, subject: Subject, lookup: Lookup): boolean {
    const known = this.#answers.get(id)
    if (known === 'underway') throw new UnevaluableError(`cohort ${id} contains itself`)
    if (known !== undefined) return known
    if (this.#failures.has(id)) throw this.#failures.get(id)
    if (this.#depth === MAX_DEPTH) this.#askInnermostFirst(id, subject, lookup)
    this.#answers.set(id, 'underway')
    this.#depth++
    try {
      const isMember = this.#parts.cohort(id)(subject, lookup)
      this.#answers.set(id, isMember)
      return isMember
    } catch (error) {
      // Another flag that asks for it must hear the same, not that it contains itself.
      this.#answers.delete(id)
      this.#failures.set(id, error)
      throw error
    } finally {
      this.#depth--
      if (this.#depth === 0 && this.#failures.size > 0) this.#failures.clear()
    }
  }

  #askInnermostFirst(start: string, subject: Subject, lookup: Lookup): void {
    const inner = (id: string) => nestedCohortIds(ownProperty(this.#parts.settings.cohorts, id)).map(String)
    const isAsked = (id: string) => this.#answers.has(id) || this.#failures.has(id)
    inTopologicalOrder(inner(start), inner, isAsked, (id) => {
      try {
        this.ask(id, subject, lookup)
      } catch {
        // Whoever needs it hears of it; nobody may.
      }
    })
  }
}
