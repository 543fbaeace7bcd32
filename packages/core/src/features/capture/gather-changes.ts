import { visitYielding } from '../../foundation/time/yield.ts'

/** The ids of whom a change is about, and of whom else it reads; null: of nobody else. */
export type NamedIds = readonly [id: string, otherId: string | null]

/**
 * The changes with those about the same person or group next to one another, so that each is read and written seldom
 * in whatever order a batch names them; so are those about ids that are connected. For each id the order stays: what
 * reads another comes after all that was said of that other before, and before all that is said of it later.
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

/** Which ids lead to one another through changes that name two. */
class ConnectedIds {
  /** For each id that is not the first of its own one that is nearer to it. Bound: dies with the request. */
  readonly #nearer = new Map<string, string>()

  add([id, otherId]: NamedIds): void {
    if (otherId === null) return
    const [first, otherFirst] = [this.firstOf(id), this.firstOf(otherId)]
    if (first !== otherFirst) this.#nearer.set(otherFirst, first)
  }

  firstOf(id: string): string {
    let at = id
    for (let next = this.#nearer.get(at); next !== undefined; next = this.#nearer.get(at)) {
      // Halves the way for whoever asks next.
      const further = this.#nearer.get(next)
      if (further !== undefined) this.#nearer.set(at, further)
      at = next
    }
    return at
  }
}

/** Changes in rows, one after the other, in each of which only one id goes on at a time. */
class Runs<Change> {
  /** Bound: dies with the request. */
  readonly #runs: Change[][] = []
  /** For each id the run that its next change comes to, or a later one. Bound: dies with the request. */
  readonly #current = new Map<string, number>()

  add(change: Change, [id, otherId]: NamedIds): void {
    const at = Math.max(this.#currentOf(id), otherId === null ? -1 : this.#currentOf(otherId))
    const run = this.#runs[at]
    this.#current.set(id, run ? at : this.#runs.length)
    if (run) run.push(change)
    else this.#runs.push([change])
    // The other goes on elsewhere: the two would else be read in turn.
    if (otherId !== null) this.#current.set(otherId, this.#runs.push([]) - 1)
  }

  addTo(gathered: Change[]): void {
    for (const run of this.#runs) for (const change of run) gathered.push(change)
  }

  #currentOf(id: string): number {
    return this.#current.get(id) ?? -1
  }
}
