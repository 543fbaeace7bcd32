import type { Store } from '@flagdeck/core'
import type { SnapshotStatus } from '@flagdeck/core/operations'

export interface ReadinessReport {
  readonly status: 'ready' | 'degraded' | 'unavailable' | 'draining'
  readonly store?: 'ok' | 'unreachable'
  /** Missing without Redis. The status does not depend on it. */
  readonly redis?: 'ok' | 'unreachable'
  /** Only present when encrypted payloads cannot be read: no key is set, or they were encrypted with another key. */
  readonly encryption_key?: 'missing' | 'wrong'
  /** The time since the database last confirmed the flags in memory; null if there are none. */
  readonly definitions_age_seconds?: number | null
}

/** Whether the encryption key opens the payloads of the database. */
type EncryptionStatus = 'unused' | 'ok' | 'missing' | 'wrong'

/** Whether a server should receive requests. */
export interface Readiness {
  report(): Promise<ReadinessReport>
  /** From now on the server should receive no requests, because it is about to stop. */
  drain(): void
}

export interface ReadinessOptions {
  readonly store: Pick<Store, 'ping'>
  readonly snapshots: () => Pick<SnapshotStatus, 'ageMs'>
  /** Whether Redis is in use; missing without Redis. */
  readonly redisIsUp?: (() => boolean) | undefined
  /** Whether the encryption key opens the payloads of the database. */
  readonly encryption: () => Promise<EncryptionStatus>
  /** Time limit for the database; 2 s by default. */
  readonly pingTimeoutMs?: number
}

const PING_TIMEOUT_MS = 2000
/** Clients without a key can request health checks, so the database is queried at most this often. */
const PING_INTERVAL_MS = 500

export function readiness(options: ReadinessOptions): Readiness {
  const probe = sharedProbe(options)
  let draining = false
  return {
    drain: () => {
      draining = true
    },
    async report() {
      if (draining) return { status: 'draining' }
      const encryption = await probe()
      const age = ageSeconds(options)
      const rest = { ...redisState(options), definitions_age_seconds: age }
      if (encryption === 'ok' || encryption === 'unused') return { status: 'ready', store: 'ok', ...rest }
      if (encryption !== undefined) return { status: 'degraded', store: 'ok', encryption_key: encryption, ...rest }
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

/**
 * Returns the state of the encryption key; undefined if the database does not respond. Requests within a short time share
 * one query.
 */
function sharedProbe(options: ReadinessOptions): () => Promise<EncryptionStatus | undefined> {
  let last: { readonly answer: Promise<EncryptionStatus | undefined>; readonly askedAt: number } | undefined
  return () => {
    if (last && performance.now() - last.askedAt < PING_INTERVAL_MS) return last.answer
    last = { answer: answerInTime(options), askedAt: performance.now() }
    return last.answer
  }
}

function answerInTime({
  store,
  encryption,
  pingTimeoutMs = PING_TIMEOUT_MS,
}: ReadinessOptions): Promise<EncryptionStatus | undefined> {
  return new Promise((resolve) => {
    const settle = (answer: EncryptionStatus | undefined) => {
      clearTimeout(timer)
      resolve(answer)
    }
    const timer = setTimeout(() => settle(undefined), pingTimeoutMs)
    store
      .ping()
      .then(encryption)
      .then(settle, () => settle(undefined))
  })
}
