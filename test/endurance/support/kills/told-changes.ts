import type { StoredRows } from './stored-rows.ts'
import type { ThingKind } from './thing.ts'

/** The changes in the activity of a project, read from the end of the previous read. */
export class ToldChanges {
  readonly #projectId: number
  readonly #counts = new Map<string, number>()
  readonly #flagVersions = new Map<string, number>()
  #seq = 0
  #raises = 0

  constructor(projectId: number) {
    this.#projectId = projectId
  }

  /**
   * The number of changes in the activity that affect results of flags. Each increases the project's version, or
   * several do so together.
   */
  get raises(): number {
    return this.#raises
  }

  countOf(kind: ThingKind, id: number): number {
    return this.#counts.get(`${kind} ${id}`) ?? 0
  }

  /** Reads new entries. Returns gaps between the versions of flags. */
  async readOn(rows: StoredRows): Promise<readonly string[]> {
    const entries = await rows.all(
      `select seq, scope, item_id, version from activity
        where project_id = ${this.#projectId} and seq > ${this.#seq} order by seq`,
    )
    return entries.flatMap(({ seq, scope, item_id, version }) => {
      const label = `${scope} ${item_id}`
      this.#seq = Number(seq)
      this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1)
      if (scope === 'Cohort') this.#raises++
      return scope === 'FeatureFlag' ? this.#follow(label, version === null ? undefined : Number(version)) : []
    })
  }

  /** `made` is undefined for changes without a version, such as those of edit access. */
  #follow(label: string, made: number | undefined): readonly string[] {
    if (made === undefined) return []
    this.#raises++
    const version = this.#flagVersions.get(label) ?? 0
    this.#flagVersions.set(label, made)
    return made === version + 1 ? [] : [`${label} came to version ${made} after it was at ${version}`]
  }
}
