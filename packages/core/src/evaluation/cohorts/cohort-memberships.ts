import { inTopologicalOrder } from '../../foundation/graph/directed-graph.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import { nestedCohortIds } from '../definition/cohort-criteria.ts'
import type { DefinitionsSettings } from '../definition/definitions.ts'
import type { Subject } from '../definition/subject.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import type { Lookup } from '../lookup/lookup.ts'
import type { Predicate } from '../lookup/predicate.ts'

/** The maximum depth of nested cohorts in progress; deeper ones are evaluated from the innermost outwards. */
const MAX_DEPTH = 100

/** The cohorts of a snapshot. */
interface Cohorts {
  readonly settings: DefinitionsSettings
  /** Returns a compiled cohort by its id; throws UnevaluableError if it cannot be compiled. */
  readonly cohort: (id: string) => Predicate
}

/** The memberships of one subject in cohorts: each is evaluated once, however many flags and cohorts reference it. */
export class CohortMemberships {
  readonly #parts: Cohorts
  // Bound: dies with the evaluation
  readonly #answers = new Map<string, boolean | 'underway'>()
  /** Failures during the current evaluation. Later evaluations of a failed cohort report its failure again. */
  // Bound: dies with the evaluation
  readonly #failures = new Map<string, unknown>()
  #depth = 0

  constructor(parts: Cohorts) {
    this.#parts = parts
  }

  /**
   * Returns whether the subject is in a cohort.
   * @throws UnevaluableError if the definitions are damaged
   */
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
      // Another flag that references it must report the same failure, not a cycle.
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
        // Cohorts that need it report the failure; there may be none.
      }
    })
  }
}
