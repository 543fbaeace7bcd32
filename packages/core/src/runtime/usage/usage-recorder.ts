import type { UsageMeasure, UsageSource } from '../../data/records/usage.ts'
import type { EvaluationCounter } from './evaluations/evaluation-counter.ts'

/** One call of a flag, or several that are alike. */
export interface FlagCall {
  readonly projectId: number
  readonly flagKey: string
  /** `true`, `false`, a variant's key, or the empty text for no response. */
  readonly variant: string
  readonly measure: UsageMeasure
  readonly source: UsageSource
  /** Name of the SDK, such as `posthog-node`; the empty text when it is not known. */
  readonly sdk: string
  /** Who the flag was asked about; null when the source does not say. */
  readonly distinctId: string | null
  /** The keys of the groups that came with it, by the names of their types; missing when the source says of none. */
  readonly groups?: { readonly [groupType: string]: string } | undefined
  readonly count: number
  /** Those of them that came with an error. */
  readonly errors: number
  /** When, in milliseconds since 1970, as this server's clock would have shown it. */
  readonly at: number
  /** UUID of the event that told of it: the same is counted once in 24 hours. Null when there is none. */
  readonly uuid: string | null
}

/** Who evaluates flags in this process: the application that embeds it, or the server for an SDK that asks. */
export type EvaluationSource = Extract<UsageSource, 'embedded' | 'server'>

/** What became of the calls that were counted since the start, for reports. */
export interface UsageStatus {
  /** Added up, and not in the store yet. */
  readonly pending: number
  /** In the store. */
  readonly written: number
  /** Could not be kept, and are not counted. */
  readonly lost: number
}

/** Counts the use of flags. */
export interface UsageRecorder {
  /** Takes a call and answers at once; it is in the store after the next flush. */
  record(call: FlagCall): void
  /** Counts the evaluations of a project in this process; null when those are not counted. */
  evaluations(projectId: number, source: EvaluationSource, sdk?: string): EvaluationCounter | null
  /** Brings everything that was recorded into the store. Never rejects: what failed is tried again by the next flush. */
  flush(): Promise<void>
  /** What became of what was recorded; evaluations of this process are among it from the next flush on. */
  status(): UsageStatus
  /** Flushes for the last time; what is recorded after that is not counted. */
  close(): Promise<void>
}
