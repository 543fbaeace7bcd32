import type { UsageMeasure, UsageSource } from '../../data/records/usage.ts'
import type { EvaluationCounter } from './evaluations/evaluation-counter.ts'

/** One call of a flag, or several identical ones. */
export interface FlagCall {
  readonly projectId: number
  readonly flagKey: string
  /** `true`, `false`, a variant's key, or the empty text for no response. */
  readonly variant: string
  readonly measure: UsageMeasure
  readonly source: UsageSource
  /** The name of the SDK, such as `posthog-node`; the empty text when it is unknown. */
  readonly sdk: string
  /** The user that the flag was evaluated for; null when the source does not report one. */
  readonly distinctId: string | null
  /** The keys of the groups of the call, by the names of their types; missing when the source reports none. */
  readonly groups?: { readonly [groupType: string]: string } | undefined
  readonly count: number
  /** How many of these calls had an error. */
  readonly errors: number
  /** The time of the call in milliseconds since 1970, converted to this server's clock. */
  readonly at: number
  /** The UUID of the event that reported the call, which is counted once in 24 hours. Null when there is none. */
  readonly uuid: string | null
}

/** The part that evaluates flags in this process: the embedding application, or the server for an SDK's request. */
export type EvaluationSource = Extract<UsageSource, 'embedded' | 'server'>

/** The state of all calls that were counted since the start, for reports. */
export interface UsageStatus {
  /** Added up, but not in the store yet. */
  readonly pending: number
  /** Written to the store. */
  readonly written: number
  /** Dropped, and not counted. */
  readonly lost: number
}

/** Counts the use of flags. */
export interface UsageRecorder {
  /** Counts a call without waiting; it is in the store after the next flush. */
  record(call: FlagCall): void
  /** Returns the counter of a project's evaluations in this process; null when they are not counted. */
  evaluations(projectId: number, source: EvaluationSource, sdk?: string): EvaluationCounter | null
  /** Writes everything that was recorded to the store. Never rejects: the next flush retries what failed. */
  flush(): Promise<void>
  /** Returns the state of the recorded calls. It includes evaluations in this process after the next flush. */
  status(): UsageStatus
  /** Flushes for the last time; later calls are not counted. */
  close(): Promise<void>
}
