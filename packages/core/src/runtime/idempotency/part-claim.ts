import type { Store, Transaction } from '../../data/store.ts'
import { SerializationFailure } from '../../data/store-errors.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import type { RequestRow } from './request-row.ts'

/** How long a claim is valid without another part. Every wait for a lock is shorter, so such a request has ended. */
export const CLAIM_TTL_MS = 15_000

interface StoredClaim {
  /** Incremented by each request that takes the claim. */
  readonly turn: number
  /** Null when the request has given the claim back. */
  readonly renewedAtMs: number | null
  readonly isDone: boolean
}

/**
 * Gives the parts of a write that depend on each other to one request at a time, of those with the same idempotency key
 * (IDEM-16). Each part renews the claim in its transaction, so a request that lost the claim writes nothing more.
 */
export class PartClaim {
  readonly #row: RequestRow
  readonly #clock: Clock
  #turn = 0

  constructor(row: RequestRow, clock: Clock) {
    this.#row = row
    this.#clock = clock
  }

  /**
   * Takes the claim if parts are left to write, and returns whether there are any.
   * @throws SerializationFailure while another request writes them
   */
  async take(store: Store): Promise<boolean> {
    const stored = await store.write(async (tx) => {
      const found = await this.#find(tx)
      if (found && (found.isDone || this.#isHeld(found))) return found
      this.#turn = (found?.turn ?? 0) + 1
      await this.#save(tx, { renewedAtMs: this.#clock(), isDone: false })
      return undefined
    })
    if (stored && !stored.isDone) throw new SerializationFailure()
    return stored === undefined
  }

  /**
   * Renews the claim at the start of a part. @throws DomainError `conflict` when another request has taken the claim
   */
  async renew(tx: Transaction): Promise<void> {
    await this.#refuseIfLost(tx)
    await this.#save(tx, { renewedAtMs: this.#clock(), isDone: false })
  }

  /** Records that the last part was written. */
  async finish(tx: Transaction): Promise<void> {
    await this.#save(tx, { renewedAtMs: null, isDone: true })
  }

  /** Lets the next request continue immediately, after a part has failed. */
  async giveBack(store: Store): Promise<void> {
    await store.write(async (tx) => {
      await this.#refuseIfLost(tx)
      await this.#save(tx, { renewedAtMs: null, isDone: false })
    })
  }

  async #refuseIfLost(tx: Transaction): Promise<void> {
    const stored = await this.#find(tx)
    if (stored?.turn === this.#turn) return
    throw new DomainError('conflict', 'Another request with the same idempotency key is already continuing it.')
  }

  #isHeld({ renewedAtMs }: StoredClaim): boolean {
    return renewedAtMs !== null && this.#clock() - renewedAtMs < CLAIM_TTL_MS
  }

  async #find(tx: Transaction): Promise<StoredClaim | undefined> {
    const stored = await this.#row.lock(tx)
    return stored && this.#row.resultOf<StoredClaim>(stored)
  }

  async #save(tx: Transaction, claim: Omit<StoredClaim, 'turn'>): Promise<void> {
    await this.#row.save(tx, { turn: this.#turn, ...claim })
  }
}
