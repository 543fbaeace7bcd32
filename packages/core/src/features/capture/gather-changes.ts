import { visitYielding } from '../../foundation/time/yield.ts'

/** The id that a change is about, and another id that it reads; null for none. */
export type NamedIds = readonly [id: string, otherId: string | null]

/**
 * Returns the changes with those of the same person or group next to each other, so that each is rarely read and
 * written, whatever the order of the batch. Connected ids are grouped too. The order for each id is preserved: a change
 * that reads another id comes after all earlier changes of that id, and before all later ones.
 */
export async function gatherChanges<Change>(
  changes: readonly Change[],
  idsOf: (change: Change) => NamedIds,
): Promise<readonly Change[]> {
  const connected = new ConnectedIds()
  await visitYielding(changes, (change) => connected.add(idsOf(change)))
  const runsOf = new Map<string, Runs<Change>>()
  await visitYielding(changes, (change) => {
    const ids = idsOf(change)
    const first = connected.firstOf(ids[0])
    const runs = runsOf.get(first) ?? new Runs<Change>()
    runsOf.set(first, runs)
    runs.add(change, ids)
  })
  const gathered: Change[] = []
  await visitYielding(runsOf.values(), (runs) => runs.addTo(gathered))
  return gathered
}

/** Finds which ids are connected through changes with two ids. */
class ConnectedIds {
  /** Leads from each id towards the first of its connected ids, which has no entry. Bound: dies with the request. */
  readonly #nearer = new Map<string, string>()

  add([id, otherId]: NamedIds): void {
    if (otherId === null) return
    const [first, otherFirst] = [this.firstOf(id), this.firstOf(otherId)]
    if (first !== otherFirst) this.#nearer.set(otherFirst, first)
  }

  firstOf(id: string): string {
    let at = id
    for (let next = this.#nearer.get(at); next !== undefined; next = this.#nearer.get(at)) {
      // Halves the path for the next lookup.
      const further = this.#nearer.get(next)
      if (further !== undefined) this.#nearer.set(at, further)
      at = next
    }
    return at
  }
}

/** Runs of changes in order. Within a run, only one id at a time has further changes. */
class Runs<Change> {
  /** Bound: dies with the request. */
  readonly #runs: Change[][] = []
  /** For each id, the first run that its next change can be in. Bound: dies with the request. */
  readonly #current = new Map<string, number>()

  add(change: Change, [id, otherId]: NamedIds): void {
    const at = Math.max(this.#currentOf(id), otherId === null ? -1 : this.#currentOf(otherId))
    const run = this.#runs[at]
    this.#current.set(id, run ? at : this.#runs.length)
    if (run) run.push(change)
    else this.#runs.push([change])
    // The other id continues in another run. Otherwise the changes of the two would alternate.
    if (otherId !== null) this.#current.set(otherId, this.#runs.push([]) - 1)
  }

  addTo(gathered: Change[]): void {
    for (const run of this.#runs) for (const change of run) gathered.push(change)
  }

  #currentOf(id: string): number {
    return this.#current.get(id) ?? -1
  }
}
