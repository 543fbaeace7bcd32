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
    return 1 + (this.#projects.find(({ id }) => id === projectId)?.told.raises ?? 0)
  }

  /** What is not as it must be. Nobody may write meanwhile. */
  async problems(rows: StoredRows): Promise<readonly string[]> {
    const problems: string[] = []
    const stored = []
    for (const { id, told } of this.#projects) {
      problems.push(...(await told.readOn(rows)))
      const things = await storedThings(rows, id, told)
      problems.push(...(await versionProblems(rows, id, told)))
      stored.push(...things)
    }
    return [...problems, ...this.#ledger.settle(stored)]
  }
}

/** A project begins with version 1; each change of what flags answer raises it, in the same transaction. */
async function versionProblems(rows: StoredRows, projectId: number, told: ToldChanges): Promise<readonly string[]> {
  const version = await numberIn(rows, `select version from projects where id = ${projectId}`)
  return version === 1 + told.raises
    ? []
    : [`project ${projectId} is at version ${version}, told are ${told.raises} raises`]
}
