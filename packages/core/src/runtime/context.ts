import type { ProjectChange } from '../data/change-bus.ts'
import type { Actor } from '../data/records/actor.ts'
import type { Flag } from '../data/records/flag.ts'
import type { Organization } from '../data/records/organization.ts'
import type { Project } from '../data/records/project.ts'
import type { Store, Transaction } from '../data/store.ts'
import type { IdSource } from '../foundation/ids/random-ids.ts'
import type { Clock } from '../foundation/time/timestamp.ts'
import type { CredentialCache } from './access/credential-cache.ts'
import type { ProjectAccess } from './access/project-access.ts'
import type { CopyClaim, CopyRoom } from './copy-room.ts'
import type { EvaluationListener } from './evaluation-listener.ts'
import type { BatchDependencies } from './flag-graph.ts'
import type { ExpiredKeys } from './idempotency/expired-keys.ts'
import type { IdempotentRequest } from './idempotency/idempotent-request.ts'
import type { BatchTotals, DeferredGrowth } from './project-totals.ts'
import type { ReportOnce } from './report-once.ts'
import type { ScanQueue } from './scan-queue.ts'
import type { PasswordHasher } from './secrets/password-hasher.ts'
import type { PayloadCipher } from './secrets/payload-cipher.ts'
import type { FlagChanges } from './snapshots/flag-changes.ts'
import type { SnapshotCache } from './snapshots/snapshot-cache.ts'
import type { StoredSizes } from './stored-sizes.ts'
import type { UsageRecorder } from './usage/usage-recorder.ts'
import type { UsageRetention } from './usage/usage-retention.ts'

/** The environment of every operation, and the actor that calls it. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly limits: Limits
  readonly snapshots: SnapshotCache
  /** Notifies applications of flags whose result may have changed. */
  readonly flagChanges: FlagChanges
  /** Receives changes instead of other instances, while several operations are one write or a dry run. */
  readonly announceLater?: (change: ProjectChange) => void
  readonly credentials: CredentialCache<ProjectContext>
  /** Queues operations that read all stored users. */
  readonly scans: ScanQueue
  /** Limits the copies of projects that are in memory concurrently. */
  readonly copies: CopyRoom
  /** Counts calls of flags. */
  readonly usage: UsageRecorder
  /** How long these counts are stored. */
  readonly usageRetention: UsageRetention
  /** Reports mistakes of the application to `onError`. */
  readonly misuse: ReportOnce
  /** Receives evaluations; undefined when no listener is set. */
  readonly onEvaluation: EvaluationListener | undefined
  /** Hooks that run with each change of a flag, in this order. */
  readonly flagFollowers: readonly FlagFollower[]
  /** Encrypts payloads of flags with encrypted payloads; null when no key is set. */
  readonly payloadCipher: PayloadCipher | null
  /** Null when passwords are not available for sign-in. */
  readonly passwords: PasswordHasher | null
  /** Deletes expired idempotency keys. */
  readonly expiredKeys: ExpiredKeys
  /** Ensures that the write of the operation happens once, however often the request is sent. */
  readonly idempotency?: IdempotentRequest
  /** The bytes that projects store about persons and groups, as far as this instance knows them. */
  readonly storedSizes: StoredSizes
  readonly actor: Actor
}

/** A context inside one project that the actor has access to. */
export interface ProjectContext extends Context {
  readonly project: Project
  readonly access: ProjectAccess
  /** Totals of the project's live flags and cohorts, read once while several operations are one write. */
  readonly totals?: BatchTotals
  /** Dependencies between the project's flags, read once while several operations are one write. */
  readonly dependencies?: BatchDependencies
  /** Checks the bounds of the project at the end of several operations, and not for each of them. */
  readonly deferredGrowth?: DeferredGrowth
  /** The memory that is reserved for the copy of the project that the operation loads. */
  readonly copyClaim?: CopyClaim
}

/**
 * Changes records that depend on a flag, in the transaction that saves the flag and before that. Returns the flag to
 * save. Features that use flags implement it, so that flags need not know them.
 */
export type FlagFollower = (tx: Transaction, ctx: ProjectContext, before: Flag, next: Flag) => Promise<Flag>

/** The limits of a project. */
export interface Limits {
  /** The maximum number of live flags of a project. */
  readonly maxFlagsPerProject: number
  /** The maximum number of live cohorts of a project. */
  readonly maxCohortsPerProject: number
  /** The maximum number of live dashboards of a project. */
  readonly maxDashboardsPerProject: number
  /** The maximum size of one flag's filters as compact JSON, in bytes of UTF-8. */
  readonly maxFiltersBytes: number
  /**
   * The maximum size of all live flags and cohorts of a project, measured in the same way: filters with names,
   * descriptions, tags, evaluation contexts, rollback conditions and payload schemas.
   */
  readonly maxProjectFiltersBytes: number
  /** The maximum number of bytes that a project stores about persons and groups (PERSON-20). */
  readonly maxProjectPersonsBytes: number
}

export const DEFAULT_LIMITS: Limits = {
  maxFlagsPerProject: 2000,
  maxCohortsPerProject: 2000,
  maxDashboardsPerProject: 1000,
  maxFiltersBytes: 512 * 1024,
  maxProjectFiltersBytes: 32 * 1024 * 1024,
  maxProjectPersonsBytes: 1024 ** 3,
}

/** A context inside one organization that the actor belongs to. */
export interface OrganizationContext extends Context {
  readonly organization: Organization
  readonly access: ProjectAccess
}
