import { LRUCache } from 'lru-cache'
import type { Actor } from '../../data/records/actor.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { HOUR_MS } from '../../foundation/time/durations.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { foundOrKnown, Looks } from './looks.ts'
import { isSameCredential } from './same-credential.ts'

/** How long a key, a role or a membership that was revoked on another instance can still be valid for reads. */
export const CREDENTIAL_TTL_MS = 5000
/** How long cached credentials stay valid while the store is unavailable, when they cannot be revoked (OUT-3). */
export const OUTAGE_CREDENTIAL_TTL_MS = HOUR_MS
/** Ten thousand keys, and as many projects that they have opened. */
const MAX_ENTRIES = 20_000

/** The result of a lookup. */
interface Found {
  readonly actor: Actor
  readonly foundAtMs: number
  /** The number of identity changes on this instance when the lookup started. */
  readonly afterChanges: number
}

interface KnownCredential<Entered> extends Found {
  readonly ring: KeyRing<Entered>
}

/** The cached context of a project, with the actor that opened it. */
interface Place<Entered> extends Found {
  readonly context: Entered
}

/**
 * The cached contexts of a credential, by the project reference in the request. It outlives the actor object of one
 * lookup.
 */
interface KeyRing<Entered> {
  /** undefined for an actor without a credential. */
  readonly credential: string | undefined
  readonly places: Map<string, Place<Entered>>
}

/**
 * Caches the owner of a credential and the projects that it has opened: for a few seconds, so that a poll does not cost
 * four queries, and for an hour while the store is unavailable. When this instance changes an identity, cached entries
 * are looked up again, and revoked credentials are removed. Writes always load roles again.
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
  /** Whether the store was unavailable at the last lookup of a credential, and at the last lookup of a project. */
  #isAwayForCredentials = false
  #isAwayForProjects = false

  /** @param nowMs a monotonic clock: if it could be set back, a credential would be valid for too long */
  constructor(nowMs: Clock = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Returns the actor of a credential, immediately if it is cached, else from `find`. Refusals are never cached. */
  actor(credential: string, find: () => Promise<Actor>): Actor | Promise<Actor> {
    const known = this.#credentials.get(credential)
    if (known?.afterChanges === this.#changes && this.#ageMs(known) < CREDENTIAL_TTL_MS) return known.actor
    const look = this.#looking.join(credential, () => this.#find(credential, find))
    return foundOrKnown(look, this.#isAwayForCredentials, () => this.#actorInOutage(credential))
  }

  /**
   * Returns the cached context of an actor in the project `reference`; undefined when there is none, or the store is
   * unavailable.
   */
  remembered(actor: Actor, reference: string): Entered | undefined {
    return this.#isAwayForCredentials ? undefined : this.#current(actor, reference)?.context
  }

  /**
   * Returns the context of an actor in the project `reference`, immediately if it is cached.
   *
   * @param holds whether a cached context is still valid while the store is unavailable, by what is known from
   * elsewhere
   */
  context(
    actor: Actor,
    reference: string,
    open: () => Promise<Entered>,
    holds: (known: Entered) => boolean = always,
  ): Entered | Promise<Entered> {
    const known = this.#current(actor, reference)
    // While the store is unavailable, an actor is cached for longer than a few seconds.
    if (known && (!this.#isAwayForCredentials || holds(known.context))) return known.context
    const look = this.#openingsOf(actor).join(reference, () => this.#open(actor, reference, open))
    const isAway = this.#isAwayForCredentials || this.#isAwayForProjects
    return foundOrKnown(look, isAway, () => this.#contextInOutage(actor, reference, holds))
  }

  /** Has every entry looked up again before it is used, because a key, a role, a membership or a project changed. */
  lookAgain(): void {
    this.#changes++
    this.#looking = new Looks()
    this.#opening = new WeakMap()
    // The change was committed, so the store is available.
    this.#isAwayForCredentials = false
    this.#isAwayForProjects = false
  }

  /** {@link lookAgain} after credentials were revoked: they are removed, so that not even an outage restores them. */
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
      // A result from before a change must not be cached after it.
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

  /** Updates the size of a credential that has opened another project. */
  #weigh(credential: string, ring: KeyRing<Entered>): void {
    const known = this.#credentials.peek(credential)
    // The cache computes the size only when the object is a different one.
    if (known?.ring === ring) this.#credentials.set(credential, { ...known })
  }

  #actorInOutage(credential: string): Actor | undefined {
    const known = this.#credentials.get(credential)
    return known && this.#countsInOutage(known) ? known.actor : undefined
  }

  #contextInOutage(actor: Actor, reference: string, holds: (known: Entered) => boolean): Entered | undefined {
    const known = this.#rings.get(actor)?.places.get(reference)
    if (!known || !this.#countsInOutage(known)) return undefined
    // A later lookup may have found that the key opens less than when this context was cached.
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
