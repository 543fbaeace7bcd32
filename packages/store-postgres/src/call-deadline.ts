import { StoreUnavailable } from '@flagdeck/core'
import type { PostgresOptions } from './postgres-options.ts'

const CALL_TIMEOUT_MS = 4000

/** A call of the store, with all its attempts. */
export interface Call {
  /** On the clock of `performance.now`. */
  readonly endsAt: number
  /** Whether the last attempt used an old connection, which may have been broken for a long time. */
  isOnOldConnection: boolean
}

/**
 * Every statement finished in time, but the whole call did not: the database is slow, or the call has too many
 * statements.
 */
export class TookTooLong extends StoreUnavailable {}

export function callTimeoutMs({ statementTimeoutMs = 0, callTimeoutMs }: PostgresOptions): number {
  return callTimeoutMs ?? (statementTimeoutMs > CALL_TIMEOUT_MS ? Number.POSITIVE_INFINITY : CALL_TIMEOUT_MS)
}

export function callWithin(timeoutMs: number): Call {
  return { endsAt: performance.now() + timeoutMs, isOnOldConnection: false }
}

/** Settles as `work` does. @throws TookTooLong if `work` has not settled by `endsAt` */
export function within<T>(endsAt: number, work: Promise<T>): Promise<T> {
  if (endsAt === Number.POSITIVE_INFINITY) return work
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new TookTooLong('PostgreSQL took too long to answer.')),
      endsAt - performance.now(),
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
