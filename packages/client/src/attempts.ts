import { ApiError } from './api-error.ts'

/** A server that requests a longer wait gets no second attempt: the caller receives the error instead. */
const LONGEST_WAIT_MS = 60_000
const FIRST_WAIT_MS = 250
const LONGEST_BACKOFF_MS = 8_000

/** The statuses after which the server may or may not have carried out the request. */
const PASSING: readonly number[] = [0, 408, 502, 503, 504]
/** The server refused the request before it did anything. */
const THROTTLED = 429

export interface Patience {
  readonly retries: number
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly repeatable: boolean
  readonly signal: AbortSignal | undefined
}

/** Repeats an attempt until it succeeds, fails for good, or has used up its retries. */
export async function withRetries<Answer>(attempt: () => Promise<Answer>, patience: Patience): Promise<Answer> {
  const { signal, retries } = patience
  for (let failures = 0; ; failures += 1) {
    signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      const isOver = !(failures < retries) || !mayPass(error, patience.repeatable)
      const wait = isOver ? Number.POSITIVE_INFINITY : waitAfter(error, failures)
      if (wait > LONGEST_WAIT_MS) throw error
      await pause(wait, signal)
    }
  }
}

function mayPass(error: unknown, repeatable: boolean): error is ApiError {
  if (!(error instanceof ApiError)) return false
  return error.status === THROTTLED || (repeatable && PASSING.includes(error.status))
}

/**
 * The wait is random, so that clients which failed together do not retry together. It is never shorter than the server
 * requests.
 */
function waitAfter(error: unknown, failures: number): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  const most = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_BACKOFF_MS)
  return asked + most * (0.5 + Math.random() / 2)
}

function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, waitMs)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
