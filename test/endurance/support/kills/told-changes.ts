import type { StoredRows } from './stored-rows.ts'
import type { ThingKind } from './thing.ts'

/** What the activity of a project tells, read on from where the last look ended. */
export class ToldChanges {
  readonly #projectId: number
  readonly #counts = new Map<string, number>()
  readonly #flagVersions = new Map<string, number>()
  #seq = 0
  #raises = 0

  constructor(projectId: number) {
    this.#projectId = projectId
  }

  /** How many changes of the project's version it tells of: each of what flags answer is one. */
  get raises(): number {
    return this.#raises
  }

  countOf(kind: ThingKind, id: number): number {
    return this.#counts.get(`${kind} ${id}`) ?? 0
  }

  /** Reads what is new; answers where a flag's versions do not follow each other. */
  async readOn(rows: StoredRows): Promise<readonly string[]> {
    const entries = await rows.all(
      `select seq, scope, item_id, verb, detail from activity
        where project_id = ${this.#projectId} and seq > ${this.#seq} order by seq`,
    )
    return entries.flatMap(({ seq, scope, item_id, verb, detail }) => {
      const label = `${scope} ${item_id}`
      this.#seq = Number(seq)
      this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1)
      if (scope === 'Cohort') this.#raises++
      return scope === 'FeatureFlag' ? this.#follow(label, versionChange(String(verb), String(detail))) : []
    })
  }

  #follow(label: string, change: VersionChange | undefined): readonly string[] {
    if (!change) return []
    this.#raises++
    const version = this.#flagVersions.get(label) ?? 0
    this.#flagVersions.set(label, change.after)
    if (change.before === version && change.after === version + 1) return []
    return [`${label} went from version ${change.before} to ${change.after} after it was at ${version}`]
  }
}

interface VersionChange {
  readonly before: number
  readonly after: number
}

/** Undefined for what makes no version, such as who may edit a flag. */
function versionChange(verb: string, detail: string): VersionChange | undefined {
  if (verb === 'created') return { before: 0, after: 1 }
  const { changes } = JSON.parse(detail) as Detail // that is what the store writes into the column
  return changes.find(({ field }) => field === 'version')
}

interface Detail {
  readonly changes: readonly (VersionChange & { readonly field: string })[]
}
