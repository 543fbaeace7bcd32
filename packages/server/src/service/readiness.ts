import type { Store } from '@flagdeck/core'
import type { SnapshotStatus } from '@flagdeck/core/operations'

export interface ReadinessReport {
  readonly status: 'ready' | 'degraded' | 'unavailable' | 'draining'
  readonly store?: 'ok' | 'unreachable'
  /** Missing when there is none. Nothing depends on it. */
  readonly redis?: 'ok' | 'unreachable'
  /** Time since the database last confirmed the flags in memory; null when there are none. */
  readonly definitions_age_seconds?: number | null
}

/** Whether a server should get requests. */
export interface Readiness {
  report(): Promise<ReadinessReport>
  /** From now on it should not: it is about to stop. */
  drain(): void
}

export interface ReadinessOptions {
  readonly store: Pick<Store, 'ping'>
  readonly snapshots: () => Pick<SnapshotStatus, 'ageMs'>
  /** Whether Redis is used right now; missing when there is none. */
  readonly redisIsUp?: (() => boolean) | undefined
  /** How long the database may take to answer; 2 s when missing. */
  readonly pingTimeoutMs?: number
}

const PING_TIMEOUT_MS = 2000
/** Anybody may ask, so the database is not asked more often than this. */
const PING_INTERVAL_MS = 500

export function readiness(options: ReadinessOptions): Readiness {
  const isReachable = sharedPing(options)
  let draining = false
  return {
    drain: () => {
      draining = true
    },
    async report() {
      if (draining) return { status: 'draining' }
      const reachable = await isReachable()
      const age = ageSeconds(options)
      const rest = { ...redisState(options), definitions_age_seconds: age }
      if (reachable) return { status: 'ready', store: 'ok', ...rest }
      // Evaluation needs no database once the flags are in memory.
      return { status: age === null ? 'unavailable' : 'degraded', store: 'unreachable', ...rest }
    },
  }
}

function redisState({ redisIsUp }: ReadinessOptions): Pick<ReadinessReport, 'redis'> {
  return redisIsUp ? { redis: redisIsUp() ? 'ok' : 'unreachable' } : {}
}

function ageSeconds({ snapshots }: ReadinessOptions): number | null {
  const { ageMs } = snapshots()
  return ageMs === null ? null : Math.round(ageMs / 100) / 10
}

/** Whether the database answers; who asks at the same time, or soon after, shares one answer. */
function sharedPing({ store, pingTimeoutMs = PING_TIMEOUT_MS }: ReadinessOptions): () => Promise<boolean> {
  let last: { readonly answer: Promise<boolean>; readonly askedAt: number } | undefined
  return () => {
    if (last && performance.now() - last.askedAt < PING_INTERVAL_MS) return last.answer
    last = { answer: answersInTime(store, pingTimeoutMs), askedAt: performance.now() }
    return last.answer
  }
}

function answersInTime(store: Pick<Store, 'ping'>, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), timeoutMs)
    const settle = (answered: boolean) => {
      clearTimeout(timer)
      resolve(answered)
    }
    store.ping().then(
      () => settle(true),
      () => settle(false),
    )
  })
}
