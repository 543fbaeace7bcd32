import { LRUCache } from 'lru-cache'
import type { Actor } from '../../data/records/actor.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { cacheRoom } from '../../foundation/lists/cache-room.ts'
import { HOUR_MS } from '../../foundation/time/durations.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'

/** How long a key, a role or a membership that was taken away on another instance may still count for reads. */
export const CREDENTIAL_TTL_MS = 5000
/** How long a key that was let in goes on counting while the store is away, and nobody could take it away (OUT-3). */
export const OUTAGE_CREDENTIAL_TTL_MS = HOUR_MS
const MAX_KEYS = 10_000

interface KnownCredential {
  readonly actor: Actor
  readonly foundAtMs: number
}

type Credentials = LRUCache<string, KnownCredential>

/**
 * Remembers for a few seconds whose key it is and which projects it opens, so that a poll does not cost four look-ups.
 * Everything is forgotten at once when this instance changes an identity; writes look roles up anew in any case.
 */
export class CredentialCache<Entered> {
  readonly #nowMs: Clock
  #credentials: Credentials
  // Hangs off the actor, so that a context is forgotten no later than the actor it was made for.
  #contexts = new WeakMap<Actor, Map<string, Entered | Promise<Entered>>>()
  // Bound: OUT-8 looked-up-credentials
  readonly #looking = new Map<string, Promise<Actor>>()
  #storeIsAway = false

  /** @param nowMs a clock that nobody sets back, or a credential would outlive its time */
  constructor(nowMs: Clock = () => performance.now()) {
    this.#nowMs = nowMs
    this.#credentials = rememberedCredentials()
  }

  /**
   * The actor behind a credential, at once when it is remembered and else looked up by `find`. Refusals are never
   * remembered.
   */
  actor(credential: string, find: () => Promise<Actor>): Actor | Promise<Actor> {
    // Kept at hand: what was looked up before `clear` must not be remembered after it.
    const credentials = this.#credentials
    const known = credentials.get(credential)
    if (!known) return this.#joinLook(credentials, credential, find)
    const ageMs = this.#nowMs() - known.foundAtMs
    if (ageMs < CREDENTIAL_TTL_MS) return known.actor
    return ageMs > OUTAGE_CREDENTIAL_TTL_MS
      ? this.#joinLook(credentials, credential, find)
      : this.#lookAgain(credentials, credential, find, known)
  }

  /** The context of an actor in the project it calls `reference`, at once when it is remembered. */
  context(actor: Actor, reference: string, open: () => Promise<Entered>): Entered | Promise<Entered> {
    const known = this.#contexts.get(actor)?.get(reference)
    if (known === undefined) return this.#open(actor, reference, open)
    if (!(known instanceof Promise)) return known
    // Of all who are refused along with the first, one looks again, and the others are answered by that.
    return joined(known, async () => this.#contexts.get(actor)?.get(reference) ?? this.#open(actor, reference, open))
  }

  /** Forgets everything: a key, a role, a membership or a project changed. */
  clear(): void {
    this.#credentials = rememberedCredentials()
    this.#contexts = new WeakMap()
    this.#looking.clear()
  }

  /** Looks up who was let in before, and goes on letting them in when the store is away (OUT-3). */
  async #lookAgain(
    credentials: Credentials,
    credential: string,
    find: () => Promise<Actor>,
    known: KnownCredential,
  ): Promise<Actor> {
    const looked = this.#lookOnce(credentials, credential, find).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return known.actor
      throw error
    })
    if (!this.#storeIsAway) return looked
    // A store that does not even refuse takes seconds: nobody waits for it again and again.
    looked.catch(() => undefined)
    return known.actor
  }

  #open(actor: Actor, reference: string, open: () => Promise<Entered>): Promise<Entered> {
    const ofActor = this.#contexts.get(actor) ?? new Map<string, Entered | Promise<Entered>>()
    this.#contexts.set(actor, ofActor)
    const opening = open()
    ofActor.set(reference, opening)
    opening.then(
      (context) => ofActor.set(reference, context),
      () => ofActor.delete(reference),
    )
    return opening
  }

  #joinLook(credentials: Credentials, credential: string, find: () => Promise<Actor>): Promise<Actor> {
    const once = () => this.#lookOnce(credentials, credential, find)
    const running = this.#looking.get(credential)
    return running ? joined(running, once) : once()
  }

  #lookOnce(credentials: Credentials, credential: string, find: () => Promise<Actor>): Promise<Actor> {
    const running = this.#looking.get(credential)
    if (running) return running
    const look = this.#look(credentials, credential, find).finally(() => {
      if (this.#looking.get(credential) === look) this.#looking.delete(credential)
    })
    this.#looking.set(credential, look)
    return look
  }

  async #look(credentials: Credentials, credential: string, find: () => Promise<Actor>): Promise<Actor> {
    try {
      const actor = await find()
      this.#storeIsAway = false
      credentials.set(credential, { actor, foundAtMs: this.#nowMs() })
      return actor
    } catch (error) {
      this.#storeIsAway = error instanceof StoreUnavailable
      if (!this.#storeIsAway) credentials.delete(credential)
      throw error
    }
  }
}

/** What others look up already; anew when they are refused, since what lets this one in may have come after they asked. */
async function joined<T>(running: Promise<T>, again: () => Promise<T>): Promise<T> {
  try {
    return await running
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return again()
  }
}

function rememberedCredentials(): Credentials {
  // Bound: OUT-8 credentials
  return new LRUCache(cacheRoom(MAX_KEYS))
}
