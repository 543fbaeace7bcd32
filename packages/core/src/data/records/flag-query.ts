import type { EvaluationRuntime } from '../../evaluation/definition/definitions.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** Fields by which lists of flags can be sorted: scalar columns of the flag, with the names of the API. */
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

/** The kind of result that a flag has. */
export type FlagType = 'boolean' | 'multivariant' | 'experiment' | 'remote_config'

/**
 * Flags with an older timestamp are stale; null: never for that reason. The timestamp depends on the field:
 * - `called`: the last call.
 * - `neverCalled`: the creation of a flag without calls.
 * - `constant`: the creation of a flag without calls that is fully rolled out.
 * - `rolledOut`: the last change of a flag that is fully rolled out.
 */
export interface StaleBefore {
  readonly called: Timestamp | null
  readonly neverCalled: Timestamp | null
  readonly rolledOut: Timestamp | null
  readonly constant: Timestamp
}

/** Selects flags of a project. Without conditions, every live flag matches. */
export interface FlagQuery {
  /** Deleted flags instead of live ones. */
  readonly deleted?: boolean
  /** Matches any of these. */
  readonly ids?: readonly number[]
  readonly active?: boolean
  /** Flags that are enabled and stale (FLAG-34). */
  readonly stale?: StaleBefore
  readonly archived?: boolean
  readonly createdByIds?: readonly number[]
  /** A search term from `flagNeedle`, which matches a part of {@link FlagIndex.searchText}. */
  readonly search?: string
  /** Equals {@link FlagIndex.keyLower}. */
  readonly keyLower?: string
  /** Equals {@link FlagIndex.ownerLower}. */
  readonly ownerLower?: string
  /** Created by this user, or with one of these owners in lower case. */
  readonly mine?: { readonly createdById: number; readonly ownersLower: readonly string[] }
  readonly type?: FlagType
  readonly evaluationRuntime?: EvaluationRuntime
  /** Matches any of these. */
  readonly tags?: readonly string[]
  /** Matches none of these. */
  readonly excludedTags?: readonly string[]
  readonly excludedKeys?: readonly string[]
  readonly hasEvaluationContexts?: boolean
  /** Flags with an early access feature. */
  readonly hasEarlyAccess?: true
  /** Flags whose usage this dashboard shows. */
  readonly usageDashboardId?: number
  /** Nulls are last in ascending order and first in descending order; ties are sorted by id, descending. */
  readonly order: { readonly field: FlagOrderField; readonly descending: boolean }
}

/**
 * The columns that lists filter by and that a database cannot derive from the row. `flagIndex` computes them for every
 * write.
 */
export interface FlagIndex {
  readonly searchText: string
  readonly keyLower: string
  readonly ownerLower: string
  readonly isMultivariate: boolean
  /** Whether the flag has a condition set and certainly evaluates to the same result for all subjects (FLAG-82). */
  readonly isFullyRolledOut: boolean
  /** Counts towards the size of the project, in addition to the bytes of the row (FLAG-124). */
  readonly structureBytes: number
}
