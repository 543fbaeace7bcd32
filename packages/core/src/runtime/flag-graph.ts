import type { Flag } from '../data/records/flag.ts'
import type { Project } from '../data/records/project.ts'
import type { ReadTransaction } from '../data/store.ts'
import type { FlagDependency } from '../data/tables/flag-dependency-table.ts'
import { referencedFlagIds } from '../evaluation/definition/flag-references.ts'

/** The dependencies between the live flags of a project, in both directions. */
export class FlagGraph {
  // Bound: dies with the operations of one transaction
  readonly #dependencies = new Map<number, readonly number[]>()
  // Bound: dies with the operations of one transaction
  readonly #dependents = new Map<number, Set<number>>()

  constructor(dependencies: readonly FlagDependency[]) {
    for (const [flagId, ids] of grouped(dependencies)) this.replace(flagId, ids)
  }

  /** Returns the ids of the flags that a flag depends on directly. */
  dependenciesOf(flagId: number): readonly number[] {
    return this.#dependencies.get(flagId) ?? []
  }

  /** Returns the ids of the flags that depend on a flag directly. */
  dependentsOf(flagId: number): Iterable<number> {
    return this.#dependents.get(flagId) ?? []
  }

  /** Replaces the flags that a flag depends on directly. */
  replace(flagId: number, dependencies: readonly number[]): void {
    for (const id of this.dependenciesOf(flagId)) this.#dependents.get(id)?.delete(flagId)
    if (dependencies.length === 0) this.#dependencies.delete(flagId)
    else this.#dependencies.set(flagId, dependencies)
    for (const id of dependencies) {
      const dependents = this.#dependents.get(id) ?? new Set()
      this.#dependents.set(id, dependents.add(flagId))
    }
  }
}

function grouped(dependencies: readonly FlagDependency[]): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>()
  for (const { flagId, dependsOnFlagId } of dependencies) {
    const group = groups.get(flagId)
    if (group) group.push(dependsOnFlagId)
    else groups.set(flagId, [dependsOnFlagId])
  }
  return groups
}

/**
 * The dependencies between the flags of a project, for several operations during which no other request changes its
 * flags. The first operation that needs them reads them, and every stored flag updates them. Otherwise an import would
 * read all dependencies for each flag.
 */
export class BatchDependencies {
  #graph: FlagGraph | undefined

  async read(tx: ReadTransaction, projectId: number): Promise<FlagGraph> {
    this.#graph ??= new FlagGraph(await tx.flagDependencies.list(projectId))
    return this.#graph
  }

  /** Updates the dependencies of a stored flag. Before the first read, the store's dependencies include it. */
  update({ id, deleted, filters }: Flag): void {
    // As in the store, deleted flags have no dependencies (STORE-165).
    this.#graph?.replace(id, deleted ? [] : referencedFlagIds(filters))
  }
}

/** The parts of a context that a lookup of dependencies needs. */
export interface GraphContext {
  readonly project: Pick<Project, 'id'>
  readonly dependencies?: BatchDependencies
}

/**
 * Returns the dependencies between the flags of a project, from the open batch if there is one, else from the store.
 */
export async function flagGraph(tx: ReadTransaction, { project, dependencies }: GraphContext): Promise<FlagGraph> {
  return dependencies ? dependencies.read(tx, project.id) : new FlagGraph(await tx.flagDependencies.list(project.id))
}
