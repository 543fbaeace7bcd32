import type { BucketingIdentifier, EvaluationRuntime } from '../../evaluation/definition/definitions.ts'
import type { EarlyAccess } from '../../evaluation/definition/early-access.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** Characters that a flag's key may have. */
export const MAX_KEY_LENGTH = 400

/** Characters that the name of a flag's owner may have. */
export const MAX_OWNER_LENGTH = 400

/** Characters of a payload schema as JSON text: what is longer takes too long to compile. */
export const MAX_PAYLOAD_SCHEMA_LENGTH = 16_384

/** A feature flag as it is stored (FLAG-1 has the values that a new one begins with). */
export interface Flag {
  readonly id: number
  readonly projectId: number
  /** `^[a-zA-Z0-9_-]+$`, 1 to 400 characters, unique among the project's live flags. */
  readonly key: string
  /** The description; called `name` since the API's first days. */
  readonly name: string
  readonly filters: FlagFilters
  readonly active: boolean
  readonly deleted: boolean
  /** Only ever true while `active` is false. */
  readonly archived: boolean
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  readonly lastModifiedBy: User | null
  readonly updatedAt: Timestamp | null
  /** 1 when created, one more with every update. */
  readonly version: number
  /** The project's version that this flag's last change made. */
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
  /** Who looks after it, at most {@link MAX_OWNER_LENGTH} characters; the empty text: nobody. */
  readonly owner: string
  /** The JSON Schema that every payload keeps (FLAG-120); null: payloads are any JSON. */
  readonly payloadSchema: JsonObject | null
  /** What clients are offered to turn on for themselves (FLAG-149); null: nothing. */
  readonly earlyAccess: EarlyAccess | null
  readonly usageDashboardId: number | null
  readonly analyticsDashboardIds: readonly number[]
  readonly lastCalledAt: Timestamp | null
  /** Under which name its use is counted; null: under its key. See `usageKeyOf`. */
  readonly usageKey: string | null
  /** Under which name its use was counted before it was reset; null: it never was. See `allUsageNames`. */
  readonly usageOrigin: string | null
  /** Since when its use is counted; null: since it was created (USAGE-72). */
  readonly usageResetAt: Timestamp | null
}

/** A flag before the store gives it an id. */
export type NewFlag = Omit<Flag, 'id'>
