import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import { referencedCohortIds } from '../../evaluation/definition/flag-references.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'
import { compareText } from '../../foundation/lists/compare-text.ts'
import type { CohortDependents } from './cohort-dependents.ts'

/**
 * What looks at the cohorts of a project, as one transaction sees it. Nothing is kept of which uses which: each row is read
 * once, when it is first asked for, and whoever changes many cohorts notes them instead of having all read again.
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

  /** What looks at a cohort directly: the live flags, by key, and the live cohorts, by name. */
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

  /** The live flags that look at one of these cohorts, directly or through others, of which some may be deleted. */
  async flagsOn(cohortIds: readonly number[]): Promise<readonly Flag[]> {
    const nested = await this.#nested()
    const touched = reachable((id) => nested.containersOf(id).map((cohort) => cohort.id), cohortIds)
    return this.#flagsAt(new Set([...cohortIds, ...touched]))
  }

  /** Which live cohorts each cohort is directly part of. */
  async liveContainers(): Promise<(cohortId: number) => readonly number[]> {
    const nested = await this.#nested()
    return (cohortId) => nested.containersOf(cohortId).flatMap(({ id, deleted }) => (deleted ? [] : id))
  }

  /** A cohort was made or changed in the same transaction. */
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

/** All cohorts of a project, deleted ones too, by what they are made of. */
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
