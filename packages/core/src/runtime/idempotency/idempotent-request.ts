import type { Actor } from '../../data/records/actor.ts'
import { IDEMPOTENCY_KEY_TTL_MS, type IdempotencyKey } from '../../data/records/idempotency-key.ts'
import type { Store, Transaction, WriteOptions } from '../../data/store.ts'
import { UniqueViolation } from '../../data/store-errors.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import type { DomainErrorKind } from '../../foundation/errors/error-codes.ts'
import { type Clock, epochMsOf, timestampOf } from '../../foundation/time/timestamp.ts'
import type { PayloadCipher } from '../secrets/payload-cipher.ts'
import type { ExpiredKeys } from './expired-keys.ts'
import { answerOf, resultIn } from './kept-answer.ts'

/** Where a request is for. */
export interface RequestPlace {
  readonly organizationId: string
  /** null: for the organization as a whole. */
  readonly projectId: number | null
}

export interface IdempotentRequestOptions {
  /** As the client chose it; see `isIdempotencyKey`. */
  readonly key: string
  /** Differs between requests that ask for different things. */
  readonly fingerprint: string
}

/** What a request works with, of the context that it is made in. */
export interface RequestTools {
  readonly actor: Actor
  readonly clock: Clock
  readonly payloadCipher: PayloadCipher | null
  readonly expiredKeys: ExpiredKeys
}

/**
 * A request that its sender may send again: in the context of an operation, it makes the operation's write happen
 * once. What the write resolved with is kept in the same transaction, and is what a repetition resolves with (IDEM-1).
 */
export class IdempotentRequest {
  readonly #tools: RequestTools
  readonly #options: IdempotentRequestOptions
  #isDone = false
  #isRepeated = false

  constructor(tools: RequestTools, options: IdempotentRequestOptions) {
    this.#tools = tools
    this.#options = options
  }

  /** Whether it was carried out before, and nothing was written this time. */
  get isRepeated(): boolean {
    return this.#isRepeated
  }

  /**
   * Runs `work` unless it was run for this request before, and returns its first result. For a repetition, `work` runs as
   * well, because it contains the permission checks of the operation, and is rolled back (IDEM-13).
   * @throws DomainError `unprocessable` when the key was used for another request, or its result cannot be read
   */
  async write<T>(
    store: Store,
    place: RequestPlace,
    work: (tx: Transaction) => Promise<T>,
    options?: WriteOptions,
  ): Promise<T> {
    if (this.#isDone) throw new Error('an operation that is called with an idempotency key must write once')
    const { result, isRepeated } = await this.#workOrReplay(store, place, work, options)
    this.#isDone = true
    this.#isRepeated = isRepeated
    if (!isRepeated) this.#tools.expiredKeys.noteKept()
    return result
  }

  async #workOrReplay<T>(
    store: Store,
    place: RequestPlace,
    work: (tx: Transaction) => Promise<T>,
    options?: WriteOptions,
  ): Promise<Outcome<T>> {
    try {
      return { result: await store.write((tx) => this.#workOnce(tx, place, work), options), isRepeated: false }
    } catch (error) {
      if (error instanceof Replay) return { result: error.result as T, isRepeated: true } // thrown by #workOnce
      throw error
    }
  }

  /**
   * The result of an earlier request with the same key, for an operation that prepares much before it writes.
   * @param permit checks the permissions that the operation needs (IDEM-13)
   */
  async findAnswer<T>(
    store: Store,
    place: RequestPlace,
    permit: (tx: Transaction) => Promise<unknown>,
  ): Promise<{ readonly result: T } | undefined> {
    const { organizationId } = place
    const kept = await store.write(async (tx) => {
      const found = await tx.idempotencyKeys.lock(organizationId, scopeOf(place, this.#tools.actor), this.#options.key)
      if (found) await permit(tx)
      return found
    })
    if (!kept || !this.#isRecent(kept)) return undefined
    const result = await this.#repeat<T>(kept)
    this.#isDone = true
    this.#isRepeated = true
    return { result }
  }

  #isRecent({ createdAt }: IdempotencyKey): boolean {
    return this.#tools.clock() - epochMsOf(createdAt) < IDEMPOTENCY_KEY_TTL_MS
  }

  /** @throws Replay when it was run before: so the transaction is rolled back */
  async #workOnce<T>(tx: Transaction, place: RequestPlace, work: (tx: Transaction) => Promise<T>) {
    const { actor, clock, payloadCipher } = this.#tools
    const { key, fingerprint } = this.#options
    const { organizationId } = place
    const scope = scopeOf(place, actor)
    // Before anything else is locked: whoever waits here holds nothing that the other one needs.
    const kept = await tx.idempotencyKeys.lock(organizationId, scope, key)
    if (kept && this.#isRecent(kept)) {
      const stored = await this.#repeat<T>(kept)
      await refuseIfNotPermitted(() => work(tx))
      throw new Replay(stored)
    }
    const result = await work(tx)
    const answer = await answerOf(result, payloadCipher)
    const createdAt = timestampOf(clock())
    await tx.idempotencyKeys.save({ organizationId, scope, key, fingerprint, answer, createdAt })
    return result
  }

  async #repeat<T>({ fingerprint, answer }: IdempotencyKey): Promise<T> {
    if (fingerprint !== this.#options.fingerprint) throw keyReused()
    const kept = await resultIn<T>(answer, this.#tools.payloadCipher)
    if (!kept) throw answerUnreadable()
    return kept.result
  }
}

interface Outcome<T> {
  readonly result: T
  readonly isRepeated: boolean
}

/** Not an error: it rolls back the transaction of a repetition. */
class Replay extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('A repeated request was rolled back.')
    this.result = result
  }
}

const NOT_PERMITTED: ReadonlySet<DomainErrorKind> = new Set([
  'permission_denied',
  'authentication_failed',
  'not_authenticated',
])

/**
 * Runs the work of a repetition for its permission checks alone. Other refusals mean nothing here: the object was created,
 * changed or deleted since, most often by the first attempt itself.
 */
async function refuseIfNotPermitted(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isRefusal = error instanceof DomainError || error instanceof UniqueViolation
    if (!isRefusal || (error instanceof DomainError && NOT_PERMITTED.has(error.kind))) throw error
  }
}

function scopeOf({ projectId }: RequestPlace, actor: Actor): string {
  return `${projectId === null ? 'organization' : `project/${projectId}`}/${callerOf(actor)}`
}

function callerOf(actor: Actor): string {
  switch (actor.type) {
    case 'system':
      return 'system'
    case 'user':
      return actor.key ? `key/${actor.key.id}` : `user/${actor.user.id}`
    case 'project_secret':
      return 'project_secret'
  }
}

function keyReused(): DomainError {
  const detail = 'This idempotency key was used for another request. Every request needs a key of its own.'
  return new DomainError('idempotency_key_reused', detail)
}

function answerUnreadable(): DomainError {
  const detail =
    'The request with this idempotency key was carried out, but its answer cannot be read any more. ' +
    'Look at what is there before you send it with another key.'
  return new DomainError('idempotency_key_unreadable', detail)
}
