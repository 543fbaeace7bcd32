import type { EvaluationRuntime } from '../../evaluation/definition/definitions.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** What a list of flags may be ordered by: scalar columns of the flag, as clients know them. */
export const FLAG_ORDER_FIELDS = [
  'id',
  'key',
  'name',
  'active',
  'archived',
  'createdAt',
  'updatedAt',
  'createdById',
  'lastModifiedById',
  'version',
  'ensureExperienceContinuity',
  'performedRollback',
  'evaluationRuntime',
  'bucketingIdentifier',
  'isRemoteConfiguration',
  'hasEncryptedPayloads',
  'lastCalledAt',
  'owner',
] as const

/** One of {@link FLAG_ORDER_FIELDS}. */
export type FlagOrderField = (typeof FLAG_ORDER_FIELDS)[number]

/** What kind of answer a flag gives. */
export type FlagType = 'boolean' | 'multivariant' | 'experiment' | 'remote_config'

/**
 * Flags with something older than these are stale; null: never for that reason. A flag that was called goes by `called`,
 * one that never was by `neverCalled` and, as it was made, by `constant` if it is fully rolled out; any that is goes by
 * `rolledOut`, as it last changed.
 */
export interface StaleBefore {
  readonly called: Timestamp | null
  readonly neverCalled: Timestamp | null
  readonly rolledOut: Timestamp | null
  readonly constant: Timestamp
}

/** Which flags of a project to list. Conditions that are missing let every live flag through. */
export interface FlagQuery {
  /** Deleted flags instead of live ones. */
  readonly deleted?: boolean
  /** Any of these. */
  readonly ids?: readonly number[]
  readonly active?: boolean
  /** Flags that are on and stale (FLAG-34). */
  readonly stale?: StaleBefore
  readonly archived?: boolean
  readonly createdByIds?: readonly number[]
  /** A needle made by `flagNeedle`, to be found in {@link FlagIndex.searchText}. */
  readonly search?: string
  /** Compared with {@link FlagIndex.keyLower}. */
  readonly keyLower?: string
  /** Compared with {@link FlagIndex.ownerLower}. */
  readonly ownerLower?: string
  /** Created by this user, or owned by one of these names in lower case. */
  readonly mine?: { readonly createdById: number; readonly ownersLower: readonly string[] }
  readonly type?: FlagType
  readonly evaluationRuntime?: EvaluationRuntime
  /** Any of these. */
  readonly tags?: readonly string[]
  /** None of these. */
  readonly excludedTags?: readonly string[]
  readonly excludedKeys?: readonly string[]
  readonly hasEvaluationContexts?: boolean
  /** Those with an early access feature. */
  readonly hasEarlyAccess?: true
  /** Whose usage this dashboard shows. */
  readonly usageDashboardId?: number
  /** Nulls come last going up and first going down; ties are broken by id, descending. */
  readonly order: { readonly field: FlagOrderField; readonly descending: boolean }
}

/** What lists filter by and a database could not work out from the row itself. Made by `flagIndex` with every write. */
export interface FlagIndex {
  readonly searchText: string
  readonly keyLower: string
  readonly ownerLower: string
  readonly isMultivariate: boolean
  /** Has a condition set, and is certain to answer the same to everybody (FLAG-82). */
  readonly isFullyRolledOut: boolean
  /** Counts towards the size of the project beside the bytes of the row (FLAG-124). */
  readonly structureBytes: number
}
