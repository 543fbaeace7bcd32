import type { Actor } from '../../data/records/actor.ts'
import type { Store, Transaction, WriteOptions } from '../../data/store.ts'
import { UniqueViolation } from '../../data/store-errors.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import type { DomainErrorKind } from '../../foundation/errors/error-codes.ts'
import type { Clock, Timestamp } from '../../foundation/time/timestamp.ts'
import type { PayloadCipher } from '../secrets/payload-cipher.ts'
import type { ExpiredKeys } from './expired-keys.ts'
import { PartClaim } from './part-claim.ts'
import { type IdempotentRequestOptions, type RequestPart, type RequestPlace, RequestRow } from './request-row.ts'

/** The parts of a context that a request needs. */
export interface RequestTools {
  readonly actor: Actor
  readonly clock: Clock
  readonly payloadCipher: PayloadCipher | null
  readonly expiredKeys: ExpiredKeys
}

/**
 * A request that its client may send again. In the context of an operation, it ensures that the operation's write
 * happens once. The result of the write is stored in the same transaction, and a repetition resolves with it (IDEM-1).
 */
export class IdempotentRequest {
  readonly #tools: RequestTools
  readonly #options: IdempotentRequestOptions
  readonly #part: RequestPart | undefined
  // Bound: dies with the request
  readonly #parts: IdempotentRequest[] = []
  #createdAt: Timestamp | undefined
  #isRepeated = false

  constructor(tools: RequestTools, options: IdempotentRequestOptions, part?: RequestPart) {
    this.#tools = tools
    this.#options = options
    this.#part = part
  }

  /** Whether the request was carried out before, so that nothing was written this time. */
  get isRepeated(): boolean {
    return this.#isRepeated && this.#parts.every((part) => part.isRepeated)
  }

  /**
   * Returns the request for one of several writes, once {@link write} has stored how the request is divided. Each part
   * is carried out once, also when requests with the key arrive concurrently or after a crash (IDEM-15).
   * @param name the same for the same part of a repetition
   */
  part(name: string): IdempotentRequest {
    const part = new IdempotentRequest(this.#tools, this.#options, this.#partOf(name))
    this.#parts.push(part)
    return part
  }

  /**
   * Claims the remaining parts, for parts that depend on each other; undefined when all were written (IDEM-16).
   * @throws SerializationFailure while another request writes them
   */
  async claim(store: Store, place: RequestPlace): Promise<PartClaim | undefined> {
    const claim = new PartClaim(this.#rowIn(place, this.#partOf('claim')), this.#tools.clock)
    if (!(await claim.take(store))) return undefined
    this.#isRepeated = false
    return claim
  }

  #partOf(name: string): RequestPart {
    if (this.#createdAt === undefined) throw new Error('a request must store its own result before those of its parts')
    return { name, createdAt: this.#createdAt }
  }

  /**
   * Runs `work` unless it was run for this request before, and returns its first result. For a repetition, `work` runs
   * as well, because it contains the permission checks of the operation, and is rolled back (IDEM-13).
   * @throws DomainError `unprocessable` when the key was used for another request, or its result cannot be read
   */
  async write<T>(
    store: Store,
    place: RequestPlace,
    work: (tx: Transaction) => Promise<T>,
    options?: WriteOptions,
  ): Promise<T> {
    if (this.#createdAt !== undefined) {
      throw new Error('an operation that is called with an idempotency key must write once')
    }
    const { result, createdAt, isRepeated } = await this.#workOrReplay(store, place, work, options)
    this.#createdAt = createdAt
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
    const row = this.#rowIn(place)
    try {
      return await store.write((tx) => workOnce(tx, row, work), options)
    } catch (error) {
      if (error instanceof Replay) return error.outcome as Outcome<T> // thrown by workOnce
      throw error
    }
  }

  /**
   * Returns the result of an earlier request with the same key, for an operation with expensive preparations.
   * @param permit checks the permissions that the operation needs (IDEM-13)
   */
  async findAnswer<T>(
    store: Store,
    place: RequestPlace,
    permit: (tx: Transaction) => Promise<unknown>,
  ): Promise<{ readonly result: T } | undefined> {
    const row = this.#rowIn(place)
    const stored = await store.write(async (tx) => {
      const found = await row.lock(tx)
      if (found) await permit(tx)
      return found
    })
    if (!stored) return undefined
    const result = await row.resultOf<T>(stored)
    this.#createdAt = stored.createdAt
    this.#isRepeated = true
    return { result }
  }

  #rowIn(place: RequestPlace, part = this.#part): RequestRow {
    return new RequestRow({ ...this.#tools, ...this.#options, part }, place)
  }
}

/** @throws Replay for a repetition, which rolls back its transaction */
async function workOnce<T>(
  tx: Transaction,
  row: RequestRow,
  work: (tx: Transaction) => Promise<T>,
): Promise<Outcome<T>> {
  // The first lock of the transaction: a request that waits here holds no lock that the other request needs.
  const stored = await row.lock(tx)
  if (stored) {
    const result = await row.resultOf(stored)
    await refuseIfNotPermitted(() => work(tx))
    throw new Replay({ result, createdAt: stored.createdAt, isRepeated: true })
  }
  const result = await work(tx)
  return { result, createdAt: await row.save(tx, result), isRepeated: false }
}

interface Outcome<T> {
  readonly result: T
  readonly createdAt: Timestamp
  readonly isRepeated: boolean
}

/** Not an error: it rolls back the transaction of a repetition. */
class Replay extends Error {
  readonly outcome: Outcome<unknown>

  constructor(outcome: Outcome<unknown>) {
    super('A repeated request was rolled back.')
    this.outcome = outcome
  }
}

const NOT_PERMITTED: ReadonlySet<DomainErrorKind> = new Set([
  'permission_denied',
  'authentication_failed',
  'not_authenticated',
])

/**
 * Runs the work of a repetition only for its permission checks. Other refusals are ignored: the record was created,
 * changed or deleted since, most often by the first attempt itself.
 */
export async function refuseIfNotPermitted(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isRefusal = error instanceof DomainError || error instanceof UniqueViolation
    if (!isRefusal || (error instanceof DomainError && NOT_PERMITTED.has(error.kind))) throw error
  }
}
