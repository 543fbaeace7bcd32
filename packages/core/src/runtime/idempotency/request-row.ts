import type { Actor } from '../../data/records/actor.ts'
import { IDEMPOTENCY_KEY_TTL_MS, type IdempotencyKey } from '../../data/records/idempotency-key.ts'
import type { Transaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { type Clock, epochMsOf, type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import type { PayloadCipher } from '../secrets/payload-cipher.ts'
import { answerOf, resultIn } from './kept-answer.ts'

/** The organization and project of a request. */
export interface RequestPlace {
  readonly organizationId: string
  /** null for a request to the organization as a whole. */
  readonly projectId: number | null
}

export interface IdempotentRequestOptions {
  /** Chosen by the client; see `isIdempotencyKey`. */
  readonly key: string
  /** Differs between requests with different contents. */
  readonly fingerprint: string
}

/** An additional row of a request, which expires with it. */
export interface RequestPart {
  readonly name: string
  /** The creation time of the request's row. A row with another time belongs to an earlier request with the key. */
  readonly createdAt: Timestamp
}

export interface RequestRowOptions extends IdempotentRequestOptions {
  readonly actor: Actor
  readonly clock: Clock
  readonly payloadCipher: PayloadCipher | null
  /** Undefined for the row of the request itself. */
  readonly part?: RequestPart | undefined
}

/** The row that stores the result of a request with an idempotency key, or of a part of it. */
export class RequestRow {
  readonly #options: RequestRowOptions
  readonly #organizationId: string
  readonly #scope: string

  constructor(options: RequestRowOptions, place: RequestPlace) {
    const { actor, part } = options
    this.#options = options
    this.#organizationId = place.organizationId
    this.#scope = scopeOf(place, actor) + (part ? `/part/${part.name}` : '')
  }

  /**
   * Returns the stored row, unless it has expired, and locks it: other transactions that look for it wait until this
   * one ends.
   */
  async lock(tx: Transaction): Promise<IdempotencyKey | undefined> {
    const stored = await tx.idempotencyKeys.lock(this.#organizationId, this.#scope, this.#options.key)
    return stored && this.#counts(stored) ? stored : undefined
  }

  /** @throws DomainError `unprocessable` when the key was used for another request, or its result cannot be read */
  async resultOf<T>({ fingerprint, answer }: IdempotencyKey): Promise<T> {
    if (fingerprint !== this.#options.fingerprint) throw keyReused()
    const kept = await resultIn<T>(answer, this.#options.payloadCipher)
    if (!kept) throw answerUnreadable()
    return kept.result
  }

  /** Stores a result, and returns the creation time of the row. */
  async save(tx: Transaction, result: unknown): Promise<Timestamp> {
    const { key, fingerprint, payloadCipher, clock, part } = this.#options
    const answer = await answerOf(result, payloadCipher)
    const createdAt = part?.createdAt ?? timestampOf(clock())
    const [organizationId, scope] = [this.#organizationId, this.#scope]
    await tx.idempotencyKeys.save({ organizationId, scope, key, fingerprint, answer, createdAt })
    return createdAt
  }

  #counts({ createdAt }: IdempotencyKey): boolean {
    const { clock, part } = this.#options
    return part ? createdAt === part.createdAt : clock() - epochMsOf(createdAt) < IDEMPOTENCY_KEY_TTL_MS
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
  const detail = 'This idempotency key was already used for another request. Use a new key for each request.'
  return new DomainError('idempotency_key_reused', detail)
}

function answerUnreadable(): DomainError {
  const detail =
    'The request with this idempotency key was carried out, but its stored response can no longer be read. ' +
    'Check the current state before you send the request with another key.'
  return new DomainError('idempotency_key_unreadable', detail)
}
