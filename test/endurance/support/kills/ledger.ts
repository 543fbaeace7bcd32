import { isDeepStrictEqual } from 'node:util'
import type { StoredThing } from './stored-things.ts'
import { labelOf, type Thing, type ThingState } from './thing.ts'

interface Entry {
  readonly thing: Thing
  /** The acknowledged state; undefined before the record was created. */
  state: ThingState | undefined
  /** The requested state without a response, which may or may not be stored. */
  asked: Asked | undefined
}

/** The requested state of a record, and the change that contains it. */
interface Asked {
  readonly state: ThingState
  readonly change: Change
}

/** The records of one transaction, which changes all or none of them. */
interface Change {
  readonly things: readonly Thing[]
}

/** A record with its state. */
export type KnownThing = readonly [Thing, ThingState]

/** Compares the acknowledged writes with the stored records. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()
  readonly #spared = new Map<number, number>()
  #acknowledged = 0
  #refused = 0
  #kept = 0
  #gone = 0

  /** The number of acknowledged writes. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  /** The number of writes that were refused because the database did not respond in time. */
  get refused(): number {
    return this.#refused
  }

  /** The number of writes without a response that are stored, and of those that are not. */
  get unanswered(): { readonly kept: number; readonly gone: number } {
    return { kept: this.#kept, gone: this.#gone }
  }

  /** Returns the known state of a record. */
  stateOf(thing: Thing): ThingState | undefined {
    return this.#entries.get(labelOf(thing))?.state
  }

  /** Returns all records of a project that are known to exist. */
  ofProject(projectId: number): readonly KnownThing[] {
    return [...this.#entries.values()].flatMap(({ thing, state }) =>
      state && thing.projectId === projectId ? [[thing, state] as const] : [],
    )
  }

  /** Returns how many fewer times a project's version increased than records changed. */
  sparedRaises(projectId: number): number {
    return this.#spared.get(projectId) ?? 0
  }

  /** Records the requested states of one transaction. */
  ask(asked: readonly KnownThing[]): void {
    const change = { things: asked.map(([thing]) => thing) }
    for (const [thing, state] of asked) {
      const label = labelOf(thing)
      this.#entries.set(label, { thing, state: this.#entries.get(label)?.state, asked: { state, change } })
    }
  }

  /** Records that one request was acknowledged. */
  acknowledge(things: readonly Thing[]): void {
    const changes = new Set(things.map((thing) => this.#acknowledgeOne(thing)))
    for (const change of changes) this.#noteRaises(change)
    this.#acknowledged++
  }

  /** Records a refusal. The transaction may have been committed anyway, so the request counts as unanswered. */
  refuse(): void {
    this.#refused++
  }

  #acknowledgeOne(thing: Thing): Change {
    const entry = this.#entries.get(labelOf(thing))
    if (!entry?.asked) throw new Error(`nothing was asked of ${labelOf(thing)}`)
    const { state, change } = entry.asked
    entry.state = state
    entry.asked = undefined
    return change
  }

  #noteRaises({ things: [first, ...others] }: Change): void {
    if (first) this.#spared.set(first.projectId, this.sparedRaises(first.projectId) + others.length)
  }

  /**
   * Compares all stored records. Each must have its acknowledged state or, if a request had no response, the complete
   * requested state, which then counts as acknowledged. Returns the differences.
   */
  settle(stored: readonly StoredThing[]): readonly string[] {
    const found = new Map(stored.map(({ thing, state }) => [labelOf(thing), state]))
    const halves = this.#settleChanges(found)
    const wrong = stored.flatMap(({ thing, state }) => this.#settleOne(labelOf(thing), state))
    const missing = [...this.#entries].filter(([label]) => !found.has(label))
    const lost = missing.flatMap(([label, { state }]) => (state ? `${label} is lost, which was ${text(state)}` : []))
    for (const [label, { state }] of missing) if (!state) this.#entries.delete(label)
    return [...halves, ...wrong, ...lost]
  }

  /** Counts the results of changes without a response, and returns those that are only partly stored. */
  #settleChanges(found: ReadonlyMap<string, ThingState>): readonly string[] {
    const open = new Set([...this.#entries.values()].flatMap(({ asked }) => asked?.change ?? []))
    return [...open].flatMap((change) => {
      const isStored = (thing: Thing) =>
        isDeepStrictEqual(found.get(labelOf(thing)), this.#entries.get(labelOf(thing))?.asked?.state)
      const kept = change.things.filter(isStored)
      if (kept.length === 0) this.#gone++
      else this.#kept++
      if (kept.length > 0) this.#noteRaises(change)
      const isHalf = kept.length > 0 && kept.length < change.things.length
      return isHalf ? [`of ${change.things.map(labelOf).join(', ')} only ${kept.map(labelOf).join(', ')} changed`] : []
    })
  }

  #settleOne(label: string, state: ThingState): readonly string[] {
    const entry = this.#entries.get(label)
    if (!entry) return [`${label} is stored, and nobody asked for it: ${text(state)}`]
    const { state: known, asked } = entry
    if (!isDeepStrictEqual(state, asked?.state) && !isDeepStrictEqual(state, known)) {
      const wanted = `acknowledged was ${text(known)}, asked for was ${text(asked?.state)}`
      return [`${label} is stored as ${text(state)}, ${wanted}`]
    }
    entry.state = state
    entry.asked = undefined
    return []
  }
}

function text(state: ThingState | undefined): string {
  return state === undefined ? 'nothing' : JSON.stringify(state)
}
