import type { StoredRows } from './stored-rows.ts'
import type { ThingKind } from './thing.ts'

/** What the activity of a project tells, read on from where the last look ended. */
export class ToldChanges {
  readonly #projectId: number
  readonly #told = new Map<string, number>()
  #seq = 0
  #raises = 0

  constructor(projectId: number) {
    this.#projectId = projectId
  }

  /** How many changes of the project's version it tells of: each of a flag or a cohort is one. */
  get raises(): number {
    return this.#raises
  }

  countOf(kind: ThingKind, id: number): number {
    return this.#told.get(`${kind} ${id}`) ?? 0
  }

  /** Reads what is new; answers where a flag's versions do not follow each other. */
  async readOn(rows: StoredRows): Promise<readonly string[]> {
    const problems: string[] = []
    const entries = await rows.all(
      `select seq, scope, item_id, detail from activity where project_id = ${this.#projectId} and seq > ${this.#seq} order by seq`,
    )
    for (const { seq, scope, item_id, detail } of entries) {
      const label = `${scope} ${item_id}`
      const count = (this.#told.get(label) ?? 0) + 1
      this.#told.set(label, count)
      this.#seq = Number(seq)
      if (scope === 'FeatureFlag' || scope === 'Cohort') this.#raises++
      const version = scope === 'FeatureFlag' ? toldVersion(String(detail)) : count
      if (version !== count) problems.push(`entry ${count} of ${label} tells of version ${version}`)
    }
    return problems
  }
}

/** A new flag has version 1, and its entry no changes. */
function toldVersion(detail: string): number {
  const { changes } = JSON.parse(detail) as Detail // that is what the store writes into the column
  const change = changes.find(({ field }) => field === 'version')
  return change === undefined ? 1 : change.after === change.before + 1 ? change.after : Number.NaN
}

interface Detail {
  readonly changes: readonly { readonly field: string; readonly before: number; readonly after: number }[]
}
