import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { EarlyAccess } from './early-access.ts'
import type { FlagFilters } from './flag-filters.ts'

export const EVALUATION_RUNTIMES = ['server', 'client', 'all'] as const
export type EvaluationRuntime = (typeof EVALUATION_RUNTIMES)[number]

export const BUCKETING_IDENTIFIERS = ['distinct_id', 'device_id'] as const
export type BucketingIdentifier = (typeof BUCKETING_IDENTIFIERS)[number]

/** One flag as the definitions feed carries it (docs/reference/definitions.md). Names are the wire's own. */
export interface FlagDefinition {
  readonly id: number
  readonly team_id: number
  readonly key: string
  readonly name: string
  readonly filters: FlagFilters
  readonly active: boolean
  readonly deleted: boolean
  readonly ensure_experience_continuity: boolean | null
  readonly version: number
  readonly evaluation_runtime: EvaluationRuntime | null
  readonly evaluation_contexts: readonly string[]
  readonly bucketing_identifier: BucketingIdentifier | null
  readonly has_experiment: boolean
  /** The flag is there for its payload. Ours; SDKs ignore it. Missing: false. */
  readonly is_remote_configuration?: true
  /** The early access feature that pages are offered, if it has one. For this service alone; the feed is without it. */
  readonly early_access?: EarlyAccess
  /** Under which name its use is counted, where that is not its key. For this service alone; the feed is without it. */
  readonly usage_key?: string
}

/** Everything that evaluation needs to know of a project; what `/flags/definitions` answers. */
export interface DefinitionsDocument {
  readonly flags: readonly FlagDefinition[]
  /** Name of the group type by its index as text. */
  readonly group_type_mapping: { readonly [index: string]: string }
  readonly cohorts: { readonly [id: string]: JsonValue }
  readonly minimal_flag_called_events: boolean
  readonly property_matching_version: 1 | 2
  /** IANA time zone in which filter dates without an offset are read. Ours; SDKs ignore it. Missing: UTC. */
  readonly timezone?: string
}

/** The definitions document without its flags, and what only this service knows. */
export interface DefinitionsSettings extends Omit<DefinitionsDocument, 'flags'> {
  /** Ids of the project's static cohorts. It is for the subject to say which of them it is in; SDKs ask the server. */
  readonly static_cohort_ids?: readonly (number | string)[]
}
