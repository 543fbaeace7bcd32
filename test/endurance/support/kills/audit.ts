import type { Ledger } from './ledger.ts'
import { numberIn, type StoredRows } from './stored-rows.ts'
import { storedThings } from './stored-things.ts'
import { ToldChanges } from './told-changes.ts'

/** Compares the database with the acknowledged writes after each crash. */
export class Audit {
  readonly #ledger: Ledger
  readonly #projects: readonly { readonly id: number; readonly told: ToldChanges }[]

  constructor(ledger: Ledger, projectIds: readonly number[]) {
    this.#ledger = ledger
    this.#projects = projectIds.map((id) => ({ id, told: new ToldChanges(id) }))
  }

  /** Returns the version of a project according to its activity. */
  versionOf(projectId: number): number {
    const told = this.#projects.find(({ id }) => id === projectId)?.told.raises ?? 0
    return 1 + told - this.#ledger.sparedRaises(projectId)
  }

  /** Returns the violations of invariants. No process may write concurrently. */
  async problems(rows: StoredRows): Promise<readonly string[]> {
    const problems: string[] = []
    const stored = []
    for (const { id, told } of this.#projects) {
      problems.push(...(await told.readOn(rows)))
      stored.push(...(await storedThings(rows, id, told)))
    }
    problems.push(...this.#ledger.settle(stored))
    for (const { id } of this.#projects) problems.push(...(await this.#versionProblems(rows, id)))
    return problems
  }

  /**
   * A project starts with version 1. Each change that affects results of flags increases it in the same transaction:
   * once, for any number of flags that change together.
   */
  async #versionProblems(rows: StoredRows, projectId: number): Promise<readonly string[]> {
    const version = await numberIn(rows, `select version from projects where id = ${projectId}`)
    const told = this.versionOf(projectId)
    return version === told ? [] : [`project ${projectId} is at version ${version}, told is ${told}`]
  }
}
