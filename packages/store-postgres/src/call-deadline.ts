import { StoreUnavailable } from '@flagdeck/core'
import type { PostgresOptions } from './postgres-options.ts'

const CALL_TIMEOUT_MS = 4000

/** One call of the store, however often it is tried. */
export interface Call {
  /** By `performance.now`. */
  readonly endsAt: number
  /** Whether the last attempt was on a connection that was used before, and so may have been broken for long. */
  isOnOldConnection: boolean
}

/** Every statement came in time, but all of them together did not: the database is slow, or there are too many. */
export class TookTooLong extends StoreUnavailable {}

export function callTimeoutMs({ statementTimeoutMs = 0, callTimeoutMs }: PostgresOptions): number {
  return callTimeoutMs ?? (statementTimeoutMs > CALL_TIMEOUT_MS ? Number.POSITIVE_INFINITY : CALL_TIMEOUT_MS)
}

export function callWithin(timeoutMs: number): Call {
  return { endsAt: performance.now() + timeoutMs, isOnOldConnection: false }
}

/** Settles as `work` does. @throws TookTooLong when that is not before `endsAt` */
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
