import type { Ledger } from './ledger.ts'
import { numberIn, type StoredRows } from './stored-rows.ts'
import { storedThings } from './stored-things.ts'
import { ToldChanges } from './told-changes.ts'

/** Compares the database with what clients were told, after each crash. */
export class Audit {
  readonly #ledger: Ledger
  readonly #projects: readonly { readonly id: number; readonly told: ToldChanges }[]

  constructor(ledger: Ledger, projectIds: readonly number[]) {
    this.#ledger = ledger
    this.#projects = projectIds.map((id) => ({ id, told: new ToldChanges(id) }))
  }

  /** The version of a project, as its activity tells it. */
  versionOf(projectId: number): number {
    const told = this.#projects.find(({ id }) => id === projectId)?.told.raises ?? 0
    return 1 + told - this.#ledger.sparedRaises(projectId)
  }

  /** What is not as it must be. Nobody may write meanwhile. */
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
   * A project begins with version 1; each change of what flags answer raises it, in the same transaction: once, however
   * many flags are changed at once.
   */
  async #versionProblems(rows: StoredRows, projectId: number): Promise<readonly string[]> {
    const version = await numberIn(rows, `select version from projects where id = ${projectId}`)
    const told = this.versionOf(projectId)
    return version === told ? [] : [`project ${projectId} is at version ${version}, told is ${told}`]
  }
}
