import type { ChangeBus } from '../data/change-bus.ts'
import type { Store } from '../data/store.ts'
import type { IdSource } from '../foundation/ids/random-ids.ts'
import type { Clock } from '../foundation/time/timestamp.ts'
import type { Limits } from '../runtime/context.ts'
import type { EvaluationListener } from '../runtime/evaluation-listener.ts'
import type { PasswordHasher } from '../runtime/secrets/password-hasher.ts'
import type { DefinitionsCache } from '../runtime/snapshots/definitions-cache.ts'
import type { UsageRetention } from '../runtime/usage/usage-retention.ts'

/** The options of `createFlagdeck`. Only `store` is required. */
export interface FlagdeckOptions {
  /** The database, such as `sqliteStore(…)`, `postgresStore(…)` or `memoryStore()`. */
  readonly store: Store
  /** Limits on the size of a project; missing ones have their defaults. */
  readonly limits?: Partial<Limits>
  /**
   * 32 random bytes that encrypt encrypted payloads of flags. If you lose the key, those payloads cannot be read. In a
   * list, the first key encrypts and all of them decrypt: see `Flagdeck.rotateEncryptionKey`.
   */
  readonly encryptionKey?: Uint8Array | readonly Uint8Array[] | null
  /**
   * Hashes the passwords of users. The default is scrypt of node:crypto if the runtime has it; `null` disables
   * passwords.
   */
  readonly passwords?: PasswordHasher | null
  /** How often to poll the store for changes that were not announced, in milliseconds; 5000 by default. */
  readonly checkIntervalMs?: number
  /** How often to write counted usage to the store, in milliseconds; 10,000 by default. */
  readonly usageFlushIntervalMs?: number
  /** How long usage counts are stored. By default, hourly counts are stored for 35 days and daily counts for 400. */
  readonly usageRetention?: Partial<UsageRetention>
  /** Whether evaluations of this process count as usage; true by default. */
  readonly recordUsage?: boolean
  /** Receives errors of background work. Evaluation continues with the last known flags. */
  readonly onError?: (error: unknown) => void
  /** Is called for every evaluation, for metrics and traces. Errors that it throws go to `onError`. */
  readonly onEvaluation?: EvaluationListener
  /** Announces changes to other instances. The default is the bus of the store, if it has one. */
  readonly bus?: ChangeBus
  /** A cache in which instances share definitions. */
  readonly definitionsCache?: DefinitionsCache
  readonly clock?: Clock
  readonly ids?: IdSource
}
