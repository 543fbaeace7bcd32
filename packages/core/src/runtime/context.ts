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

/** What every operation works with, and who asks for it. */
export interface Context {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly limits: Limits
  readonly snapshots: SnapshotCache
  /** Tells applications which flags may answer otherwise. */
  readonly flagChanges: FlagChanges
  /** Gets changes instead of the instances, while several operations are one write or a dry run. */
  readonly announceLater?: (change: ProjectChange) => void
  readonly credentials: CredentialCache<ProjectContext>
  /** Where those wait who look at everybody who is known. */
  readonly scans: ScanQueue
  /** Bounds the copies of projects that are in memory at the same time. */
  readonly copies: CopyRoom
  /** Counts calls of flags. */
  readonly usage: UsageRecorder
  /** How long what they counted is kept. */
  readonly usageRetention: UsageRetention
  /** Reports mistakes of the application to `onError`. */
  readonly misuse: ReportOnce
  /** Hears of evaluations; undefined when nobody wants to. */
  readonly onEvaluation: EvaluationListener | undefined
  /** What changes with a flag, in the order in which they are asked. */
  readonly flagFollowers: readonly FlagFollower[]
  /** Encrypts payloads of flags that ask for it; null when no key is set. */
  readonly payloadCipher: PayloadCipher | null
  /** Null: nobody signs in by password. */
  readonly passwords: PasswordHasher | null
  /** Removes idempotency keys that have had their time. */
  readonly expiredKeys: ExpiredKeys
  /** Makes the write of the operation happen once, however often the request is sent. */
  readonly idempotency?: IdempotentRequest
  /** What is known here of the bytes that projects store about persons and groups. */
  readonly storedSizes: StoredSizes
  readonly actor: Actor
}

/** A context inside one project that the actor may enter. */
export interface ProjectContext extends Context {
  readonly project: Project
  readonly access: ProjectAccess
  /** Totals of the project's live flags and cohorts, read once while several operations are one write. */
  readonly totals?: BatchTotals
  /** Dependencies between the project's flags, read once while several operations are one write. */
  readonly dependencies?: BatchDependencies
  /** Checks the bounds of the project at the end of several operations, and not for each of them. */
  readonly deferredGrowth?: DeferredGrowth
  /** The room of the copy of the project that the operation loads. */
  readonly copyClaim?: CopyClaim
}

/**
 * Changes what hangs on a flag with the flag, in the transaction that saves it, before it does. Answers the flag to save.
 * Features that know flags follow them; flags know none of those.
 */
export type FlagFollower = (tx: Transaction, ctx: ProjectContext, before: Flag, next: Flag) => Promise<Flag>

/** How much a project may hold. */
export interface Limits {
  /** Live flags that a project may have. */
  readonly maxFlagsPerProject: number
  /** Live cohorts that a project may have. */
  readonly maxCohortsPerProject: number
  /** Live dashboards that a project may have. */
  readonly maxDashboardsPerProject: number
  /** Size of one flag's filters as compact JSON, in bytes of UTF-8. */
  readonly maxFiltersBytes: number
  /**
   * Size of all live flags and cohorts of a project, measured in the same way: filters with names, descriptions, tags,
   * evaluation contexts, rollback conditions and payload schemas.
   */
  readonly maxProjectFiltersBytes: number
  /** Bytes that a project stores about persons and groups (PERSON-20). */
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
