import type { BucketingIdentifier, EvaluationRuntime } from '../../evaluation/definition/definitions.ts'
import type { EarlyAccess } from '../../evaluation/definition/early-access.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** The maximum number of characters of a flag's key. */
export const MAX_KEY_LENGTH = 400

/** The maximum number of characters of the name of a flag's owner. */
export const MAX_OWNER_LENGTH = 400

/** The maximum number of characters of a payload schema as JSON text: a longer one takes too long to compile. */
export const MAX_PAYLOAD_SCHEMA_LENGTH = 16_384

/** A feature flag as it is stored. FLAG-1 lists the values of a new one. */
export interface Flag {
  readonly id: number
  readonly projectId: number
  /** `^[a-zA-Z0-9_-]+$`, 1 to 400 characters, unique among the project's live flags. */
  readonly key: string
  /** The description; named `name` since the first version of the API. */
  readonly name: string
  readonly filters: FlagFilters
  readonly active: boolean
  readonly deleted: boolean
  /** An archived flag is never active. */
  readonly archived: boolean
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  readonly lastModifiedBy: User | null
  readonly updatedAt: Timestamp | null
  /** 1 for a new flag, incremented by every update. */
  readonly version: number
  /** The project's version that the last change of this flag created. */
  readonly projectVersion: number
  readonly ensureExperienceContinuity: boolean | null
  readonly rollbackConditions: JsonValue
  readonly performedRollback: boolean | null
  readonly tags: readonly string[]
  readonly evaluationContexts: readonly string[]
  readonly evaluationRuntime: EvaluationRuntime | null
  readonly bucketingIdentifier: BucketingIdentifier | null
  readonly isRemoteConfiguration: boolean | null
  readonly hasEncryptedPayloads: boolean | null
  readonly hasEnrichedAnalytics: boolean | null
  /** The owner, at most {@link MAX_OWNER_LENGTH} characters; empty if there is none. */
  readonly owner: string
  /** The JSON Schema that every payload must satisfy (FLAG-120); null: payloads are any JSON. */
  readonly payloadSchema: JsonObject | null
  /** The early access feature, which users can enable for themselves (FLAG-149); null: none. */
  readonly earlyAccess: EarlyAccess | null
  readonly usageDashboardId: number | null
  readonly analyticsDashboardIds: readonly number[]
  readonly lastCalledAt: Timestamp | null
  /** The name under which its usage is counted; null: its key. See `usageKeyOf`. */
  readonly usageKey: string | null
  /**
   * The name under which its usage was counted before the first reset; null: it was never reset. See `allUsageNames`.
   */
  readonly usageOrigin: string | null
  /** The start of its usage counts; null: its creation (USAGE-72). */
  readonly usageResetAt: Timestamp | null
}

/** A flag before the store gives it an id. */
export type NewFlag = Omit<Flag, 'id'>
