import { isDeepStrictEqual } from 'node:util'
import type { StoredThing } from './stored-things.ts'
import { labelOf, type Thing, type ThingState } from './thing.ts'

interface Entry {
  readonly thing: Thing
  /** What was acknowledged; undefined before the thing was. */
  state: ThingState | undefined
  /** What was asked for and not answered, so that nobody knows whether it is so. */
  asked: Asked | undefined
}

/** What is to become of a thing, and of which others in the same transaction. */
interface Asked {
  readonly state: ThingState
  readonly change: Change
}

/** What one transaction is to do: all of it or nothing. */
interface Change {
  readonly things: readonly Thing[]
}

/** A thing, and how it is. */
export type KnownThing = readonly [Thing, ThingState]

/** What clients were told, against what is stored. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()
  readonly #spared = new Map<number, number>()
  #acknowledged = 0
  #refused = 0
  #kept = 0
  #gone = 0

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  /** How many writes were refused because the database did not answer in time. */
  get refused(): number {
    return this.#refused
  }

  /** What became of the writes that had no answer: how many are stored, and how many are not. */
  get unanswered(): { readonly kept: number; readonly gone: number } {
    return { kept: this.#kept, gone: this.#gone }
  }

  /** What is known of a thing. */
  stateOf(thing: Thing): ThingState | undefined {
    return this.#entries.get(labelOf(thing))?.state
  }

  /** All things of a project that are known to be there. */
  ofProject(projectId: number): readonly KnownThing[] {
    return [...this.#entries.values()].flatMap(({ thing, state }) =>
      state && thing.projectId === projectId ? [[thing, state] as const] : [],
    )
  }

  /** How many raises of a project's version there are fewer than things that were changed. */
  sparedRaises(projectId: number): number {
    return this.#spared.get(projectId) ?? 0
  }

  /** Notes what one transaction is to make of these things. */
  ask(asked: readonly KnownThing[]): void {
    const change = { things: asked.map(([thing]) => thing) }
    for (const [thing, state] of asked) {
      const label = labelOf(thing)
      this.#entries.set(label, { thing, state: this.#entries.get(label)?.state, asked: { state, change } })
    }
  }

  /** Notes that one request, whatever it was about, was answered. */
  acknowledge(things: readonly Thing[]): void {
    const changes = new Set(things.map((thing) => this.#acknowledgeOne(thing)))
    for (const change of changes) this.#noteRaises(change)
    this.#acknowledged++
  }

  /** Notes a refusal. It may have come while the commit was on its way: what was asked counts as not answered. */
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
   * Compares everything that is stored: each thing is as it was acknowledged, or as it was asked to be when that had no
   * answer, whole. From then on the latter counts as known. Answers what is otherwise.
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

  /** Counts what became of changes that had no answer, and tells of those of which a part is stored. */
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
