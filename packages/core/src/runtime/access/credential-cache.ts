import { LRUCache } from 'lru-cache'
import type { Actor } from '../../data/records/actor.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { HOUR_MS } from '../../foundation/time/durations.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { foundOrKnown, Looks } from './looks.ts'
import { isSameCredential } from './same-credential.ts'

/** How long a key, a role or a membership that was taken away on another instance may still count for reads. */
export const CREDENTIAL_TTL_MS = 5000
/** How long what was let in goes on counting while the store is away, and nobody could take it away (OUT-3). */
export const OUTAGE_CREDENTIAL_TTL_MS = HOUR_MS
/** Ten thousand keys, and as many projects that they opened. */
const MAX_ENTRIES = 20_000

/** What a look found. */
interface Found {
  readonly actor: Actor
  readonly foundAtMs: number
  /** How many changes of identity this instance had made when it was looked for. */
  readonly afterChanges: number
}

interface KnownCredential<Entered> extends Found {
  readonly ring: KeyRing<Entered>
}

/** Where the actor that it was found for was let in. */
interface Place<Entered> extends Found {
  readonly context: Entered
}

/** Where a credential was let in, by what it called the project. It outlives the actor that a single look finds. */
interface KeyRing<Entered> {
  /** undefined for an actor that came without one. */
  readonly credential: string | undefined
  readonly places: Map<string, Place<Entered>>
}

/**
 * Remembers for a few seconds whose key it is and which projects it opens, so that a poll does not cost four look-ups, and
 * for an hour while the store is away. When this instance changes an identity, what is remembered is due for a look; what
 * the change took away is forgotten. Writes look roles up anew in any case.
 */
export class CredentialCache<Entered> {
  readonly #nowMs: Clock
  // Bound: OUT-8 credentials
  readonly #credentials = new LRUCache<string, KnownCredential<Entered>>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ ring }) => 1 + ring.places.size,
  })
  // Bound: OUT-8 credentials
  readonly #rings = new WeakMap<Actor, KeyRing<Entered>>()
  #looking = new Looks<Actor>()
  // Bound: OUT-8 looked-up-credentials
  #opening = new WeakMap<Actor, Looks<Entered>>()
  #changes = 0
  /** Whether the store was away at the last look at a credential, and at the last one at a project. */
  #isAwayForCredentials = false
  #isAwayForProjects = false

  /** @param nowMs a clock that nobody sets back, or a credential would outlive its time */
  constructor(nowMs: Clock = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /**
   * The actor behind a credential, at once when it is remembered and else looked up by `find`. Refusals are never
   * remembered.
   */
  actor(credential: string, find: () => Promise<Actor>): Actor | Promise<Actor> {
    const known = this.#credentials.get(credential)
    if (known?.afterChanges === this.#changes && this.#ageMs(known) < CREDENTIAL_TTL_MS) return known.actor
    const look = this.#looking.join(credential, () => this.#find(credential, find))
    return foundOrKnown(look, this.#isAwayForCredentials, () => this.#actorInOutage(credential))
  }

  /** The context of an actor in the project it calls `reference`, if it is remembered and the store is not away. */
  remembered(actor: Actor, reference: string): Entered | undefined {
    return this.#isAwayForCredentials ? undefined : this.#current(actor, reference)?.context
  }

  /**
   * The context of an actor in the project it calls `reference`, at once when it is remembered.
   *
   * @param holds whether what was known still counts while the store is away, by what else was heard since
   */
  context(
    actor: Actor,
    reference: string,
    open: () => Promise<Entered>,
    holds: (known: Entered) => boolean = always,
  ): Entered | Promise<Entered> {
    const known = this.#current(actor, reference)
    // While the store is away, an actor is remembered for longer than a few seconds.
    if (known && (!this.#isAwayForCredentials || holds(known.context))) return known.context
    const look = this.#openingsOf(actor).join(reference, () => this.#open(actor, reference, open))
    const isAway = this.#isAwayForCredentials || this.#isAwayForProjects
    return foundOrKnown(look, isAway, () => this.#contextInOutage(actor, reference, holds))
  }

  /** Has everything looked up again before it counts: a key, a role, a membership or a project changed. */
  lookAgain(): void {
    this.#changes++
    this.#looking = new Looks()
    this.#opening = new WeakMap()
    // Whoever has changed something was answered by the store.
    this.#isAwayForCredentials = false
    this.#isAwayForProjects = false
  }

  /** {@link lookAgain} when credentials were taken away: not even an outage brings them back. */
  forget(isGone: (actor: Actor) => boolean): void {
    for (const [credential, { actor }] of [...this.#credentials]) if (isGone(actor)) this.#drop(credential)
    this.lookAgain()
  }

  #current(actor: Actor, reference: string): Place<Entered> | undefined {
    const known = this.#rings.get(actor)?.places.get(reference)
    return known?.actor === actor && known.afterChanges === this.#changes ? known : undefined
  }

  async #find(credential: string, find: () => Promise<Actor>): Promise<Actor> {
    const afterChanges = this.#changes
    try {
      const actor = await find()
      // What was looked up before a change must not be remembered after it.
      if (afterChanges === this.#changes) this.#remember(credential, actor)
      return actor
    } catch (error) {
      const isAway = error instanceof StoreUnavailable
      if (afterChanges === this.#changes) this.#isAwayForCredentials = isAway
      if (!isAway) this.#drop(credential)
      throw error
    }
  }

  #remember(credential: string, actor: Actor): void {
    this.#isAwayForCredentials = false
    const ring = this.#credentials.peek(credential)?.ring ?? newRing(credential)
    this.#rings.set(actor, ring)
    this.#credentials.set(credential, { ...this.#foundNow(actor), ring })
  }

  #drop(credential: string): void {
    this.#credentials.peek(credential)?.ring.places.clear()
    this.#credentials.delete(credential)
  }

  async #open(actor: Actor, reference: string, open: () => Promise<Entered>): Promise<Entered> {
    const afterChanges = this.#changes
    try {
      const context = await open()
      if (afterChanges === this.#changes) this.#rememberPlace(actor, reference, context)
      return context
    } catch (error) {
      const isAway = error instanceof StoreUnavailable
      if (afterChanges === this.#changes) this.#isAwayForProjects = isAway
      if (!isAway) this.#rings.get(actor)?.places.delete(reference)
      throw error
    }
  }

  #rememberPlace(actor: Actor, reference: string, context: Entered): void {
    this.#isAwayForProjects = false
    const ring = this.#rings.get(actor) ?? newRing(undefined)
    this.#rings.set(actor, ring)
    const isNew = !ring.places.has(reference)
    ring.places.set(reference, { ...this.#foundNow(actor), context })
    if (isNew && ring.credential !== undefined) this.#weigh(ring.credential, ring)
  }

  /** Makes room for what a credential has come to open. */
  #weigh(credential: string, ring: KeyRing<Entered>): void {
    const known = this.#credentials.peek(credential)
    // The cache weighs what is another object than before.
    if (known?.ring === ring) this.#credentials.set(credential, { ...known })
  }

  #actorInOutage(credential: string): Actor | undefined {
    const known = this.#credentials.get(credential)
    return known && this.#countsInOutage(known) ? known.actor : undefined
  }

  #contextInOutage(actor: Actor, reference: string, holds: (known: Entered) => boolean): Entered | undefined {
    const known = this.#rings.get(actor)?.places.get(reference)
    if (!known || !this.#countsInOutage(known)) return undefined
    // A key may have been found to open less than when it was let in there.
    return isSameCredential(actor, known.actor) && holds(known.context) ? known.context : undefined
  }

  #openingsOf(actor: Actor): Looks<Entered> {
    const known = this.#opening.get(actor)
    if (known) return known
    const openings = new Looks<Entered>()
    this.#opening.set(actor, openings)
    return openings
  }

  #foundNow(actor: Actor): Found {
    return { actor, foundAtMs: this.#nowMs(), afterChanges: this.#changes }
  }

  #countsInOutage(found: Found): boolean {
    return this.#ageMs(found) <= OUTAGE_CREDENTIAL_TTL_MS
  }

  #ageMs({ foundAtMs }: Found): number {
    return this.#nowMs() - foundAtMs
  }
}

function newRing<Entered>(credential: string | undefined): KeyRing<Entered> {
  // Bound: OUT-8 credentials
  return { credential, places: new Map() }
}

function always(): boolean {
  return true
}
