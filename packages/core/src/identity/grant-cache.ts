import { LRUCache } from 'lru-cache'
import type { Actor } from '../access/actor.ts'
import type { ProjectContext } from '../context.ts'
import type { Clock } from '../time/timestamp.ts'

/** How long a key, a role or a membership that was taken away on another instance may still count for reads. */
export const GRANT_TTL_MS = 5000
const MAX_KEYS = 10_000

/**
 * Remembers for a few seconds whose key it is and which projects it opens, so that a poll does not cost four look-ups.
 * Everything is forgotten at once when this instance changes an identity; writes look roles up anew in any case.
 */
export class GrantCache {
  readonly #nowMs: Clock
  #actors: LRUCache<string, Actor>
  // Hangs off the actor, so that a context is forgotten no later than the actor it was made for.
  #contexts = new WeakMap<Actor, Map<string, ProjectContext>>()

  /** @param nowMs a clock that nobody sets back, or a grant would outlive its time */
  constructor(nowMs: Clock = () => performance.now()) {
    this.#nowMs = nowMs
    this.#actors = rememberedActors(nowMs)
  }

  /** The actor behind a credential, looked up by `find` when it is not remembered. Refusals are never remembered. */
  async actor(credential: string, find: () => Promise<Actor>): Promise<Actor> {
    // Kept at hand: what was looked up before `clear` must not be remembered after it.
    const actors = this.#actors
    const known = actors.get(credential)
    if (known) return known
    const actor = await find()
    actors.set(credential, actor)
    return actor
  }

  /** The context of an actor in the project it calls `reference`. */
  async context(actor: Actor, reference: string, open: () => Promise<ProjectContext>): Promise<ProjectContext> {
    const contexts = this.#contexts
    const known = contexts.get(actor)?.get(reference)
    if (known) return known
    const context = await open()
    const ofActor = contexts.get(actor) ?? new Map<string, ProjectContext>()
    contexts.set(actor, ofActor.set(reference, context))
    return context
  }

  /** Forgets everything: a key, a role, a membership or a project changed. */
  clear(): void {
    this.#actors = rememberedActors(this.#nowMs)
    this.#contexts = new WeakMap()
  }
}

function rememberedActors(nowMs: Clock): LRUCache<string, Actor> {
  return new LRUCache({ max: MAX_KEYS, ttl: GRANT_TTL_MS, ttlResolution: 0, perf: { now: nowMs } })
}
