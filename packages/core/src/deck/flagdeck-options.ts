import type { ChangeBus } from '../data/change-bus.ts'
import type { Store } from '../data/store.ts'
import type { IdSource } from '../foundation/ids/random-ids.ts'
import type { Clock } from '../foundation/time/timestamp.ts'
import type { Limits } from '../runtime/context.ts'
import type { EvaluationListener } from '../runtime/evaluation-listener.ts'
import type { PasswordHasher } from '../runtime/secrets/password-hasher.ts'
import type { DefinitionsCache } from '../runtime/snapshots/definitions-cache.ts'
import type { UsageRetention } from '../runtime/usage/usage-retention.ts'

/** What a deck is made with. Only the store has to be said. */
export interface FlagdeckOptions {
  readonly store: Store
  readonly limits?: Partial<Limits>
  /**
   * 32 random bytes that encrypt the payloads of flags that ask for it. Without the key, those payloads are lost. In a list,
   * the first key encrypts and all of them decrypt: see `Flagdeck.rotateEncryptionKey`.
   */
  readonly encryptionKey?: Uint8Array | readonly Uint8Array[] | null
  /** Hashes the passwords of users. When missing, scrypt of node:crypto where the runtime has it; `null` turns passwords off. */
  readonly passwords?: PasswordHasher | null
  /** How often to ask the store for changes that were not announced, in milliseconds; 5000 when missing. */
  readonly checkIntervalMs?: number
  /** How often to bring what was counted of the use of flags into the store, in milliseconds; 10,000 when missing. */
  readonly usageFlushIntervalMs?: number
  /** How long the use of flags is remembered; by the hour 35 days, by the day 400, when missing. */
  readonly usageRetention?: Partial<UsageRetention>
  /** Whether the evaluations of this process count as use; they do when missing. */
  readonly recordUsage?: boolean
  /** Told about what went wrong in the background; evaluation goes on with what it has. */
  readonly onError?: (error: unknown) => void
  /** Hears of every evaluation, for metrics and traces; what it throws goes to `onError`. */
  readonly onEvaluation?: EvaluationListener
  /** Carries the news of changes between instances; the store's own, if it has one, when missing. */
  readonly bus?: ChangeBus
  /** Where instances keep definitions for each other. */
  readonly definitionsCache?: DefinitionsCache
  readonly clock?: Clock
  readonly ids?: IdSource
}
