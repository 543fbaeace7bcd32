import { isDeepStrictEqual } from 'node:util'
import type { StoredThing } from './stored-things.ts'
import { labelOf, type Thing, type ThingState } from './thing.ts'

interface Entry {
  readonly thing: Thing
  /** What was acknowledged; undefined before the thing was. */
  state: ThingState | undefined
  /** What was asked for and not answered, so that nobody knows whether it is so. */
  asked: ThingState | undefined
}

/** A thing, and how it is. */
export type KnownThing = readonly [Thing, ThingState]

/** What clients were told, against what is stored. */
export class Ledger {
  readonly #entries = new Map<string, Entry>()
  #acknowledged = 0
  #kept = 0
  #gone = 0

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged
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

  ask(thing: Thing, asked: ThingState): void {
    const label = labelOf(thing)
    this.#entries.set(label, { thing, state: this.#entries.get(label)?.state, asked })
  }

  acknowledge(thing: Thing): void {
    const entry = this.#entries.get(labelOf(thing))
    if (!entry?.asked) throw new Error(`nothing was asked of ${labelOf(thing)}`)
    entry.state = entry.asked
    entry.asked = undefined
    this.#acknowledged++
  }

  /**
   * Compares everything that is stored: each thing is as it was acknowledged, or as it was asked to be when that had no
   * answer, whole. From then on the latter counts as known. Answers what is otherwise.
   */
  settle(stored: readonly StoredThing[]): readonly string[] {
    const found = new Set(stored.map(({ thing }) => labelOf(thing)))
    const wrong = stored.flatMap(({ thing, state }) => this.#settleOne(labelOf(thing), state))
    const missing = [...this.#entries].filter(([label]) => !found.has(label))
    const lost = missing.flatMap(([label, { state }]) => (state ? `${label} is lost, which was ${text(state)}` : []))
    for (const [label, { state }] of missing) if (!state) this.#forget(label)
    return [...wrong, ...lost]
  }

  #settleOne(label: string, state: ThingState): readonly string[] {
    const entry = this.#entries.get(label)
    if (!entry) return [`${label} is stored, and nobody asked for it: ${text(state)}`]
    const { state: known, asked } = entry
    const isAsked = asked !== undefined && isDeepStrictEqual(state, asked)
    if (!isAsked && !isDeepStrictEqual(state, known)) {
      return [`${label} is stored as ${text(state)}, acknowledged was ${text(known)}, asked for was ${text(asked)}`]
    }
    if (isAsked) this.#kept++
    else if (asked) this.#gone++
    entry.state = state
    entry.asked = undefined
    return []
  }

  #forget(label: string): void {
    this.#gone++
    this.#entries.delete(label)
  }
}

function text(state: ThingState | undefined): string {
  return state === undefined ? 'nothing' : JSON.stringify(state)
}
