import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import { referencedCohortIds } from '../../evaluation/definition/flag-references.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'
import { compareText } from '../../foundation/lists/compare-text.ts'
import type { CohortDependents } from './cohort-dependents.ts'

/**
 * The dependents of the cohorts of a project, as one transaction sees them. The dependencies are not stored, so each
 * row is read once, on first use. Callers that change many cohorts call `note`, so that rows are not read again.
 */
export class CohortUsers {
  readonly #tx: ReadTransaction
  readonly #projectId: number
  #cohorts: Promise<NestedCohorts> | undefined
  #flags: Promise<readonly Flag[]> | undefined

  constructor(tx: ReadTransaction, projectId: number) {
    this.#tx = tx
    this.#projectId = projectId
  }

  /** Returns the direct dependents of a cohort: live flags, by key, and live cohorts, by name. */
  async dependentsOf(cohortId: number): Promise<CohortDependents> {
    const flags = await this.#flagsAt(new Set([cohortId]))
    const cohorts = (await this.#nested()).containersOf(cohortId).filter(({ deleted }) => !deleted)
    return {
      flags: flags
        .toSorted((a, b) => compareText(a.key, b.key))
        .map(({ id, key, name, active }) => ({ id, key, name, active })),
      cohorts: cohorts
        .toSorted((a, b) => compareText(a.name, b.name) || a.id - b.id)
        .map(({ id, name }) => ({ id, name })),
    }
  }

  /**
   * Returns the live flags that depend on one of these cohorts, directly or through other cohorts. Some of the cohorts
   * may be deleted.
   */
  async flagsOn(cohortIds: readonly number[]): Promise<readonly Flag[]> {
    const nested = await this.#nested()
    const touched = reachable((id) => nested.containersOf(id).map((cohort) => cohort.id), cohortIds)
    return this.#flagsAt(new Set([...cohortIds, ...touched]))
  }

  /** Returns a function that finds the live cohorts that directly contain a cohort. */
  async liveContainers(): Promise<(cohortId: number) => readonly number[]> {
    const nested = await this.#nested()
    return (cohortId) => nested.containersOf(cohortId).flatMap(({ id, deleted }) => (deleted ? [] : id))
  }

  /** Records that the same transaction created or changed a cohort. */
  async note(cohort: Cohort): Promise<void> {
    if (this.#cohorts) (await this.#cohorts).note(cohort)
  }

  async #flagsAt(cohortIds: ReadonlySet<number>): Promise<readonly Flag[]> {
    this.#flags ??= this.#tx.flags.listOnCohorts(this.#projectId)
    return (await this.#flags).filter(({ filters }) => referencedCohortIds(filters).some((id) => cohortIds.has(id)))
  }

  #nested(): Promise<NestedCohorts> {
    this.#cohorts ??= this.#tx.cohorts.changedSince(this.#projectId, 0).then((all) => new NestedCohorts(all))
    return this.#cohorts
  }
}

/** All cohorts of a project, including deleted ones, by the cohorts that they contain. */
class NestedCohorts {
  // Bound: dies with the transaction
  readonly #byId = new Map<number, Cohort>()
  // Bound: dies with the transaction
  readonly #containers = new Map<number, Set<number>>()

  constructor(cohorts: readonly Cohort[]) {
    for (const cohort of cohorts) this.note(cohort)
  }

  note(cohort: Cohort): void {
    for (const nested of nestedCohortIds(this.#byId.get(cohort.id)?.properties)) {
      this.#containers.get(nested)?.delete(cohort.id)
    }
    this.#byId.set(cohort.id, cohort)
    for (const nested of nestedCohortIds(cohort.properties)) {
      this.#containers.set(nested, (this.#containers.get(nested) ?? new Set<number>()).add(cohort.id))
    }
  }

  containersOf(cohortId: number): readonly Cohort[] {
    return [...(this.#containers.get(cohortId) ?? [])].flatMap((id) => this.#byId.get(id) ?? [])
  }
}
