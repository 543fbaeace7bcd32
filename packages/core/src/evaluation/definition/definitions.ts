import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { EarlyAccess } from './early-access.ts'
import type { FlagFilters } from './flag-filters.ts'

export const EVALUATION_RUNTIMES = ['server', 'client', 'all'] as const
export type EvaluationRuntime = (typeof EVALUATION_RUNTIMES)[number]

export const BUCKETING_IDENTIFIERS = ['distinct_id', 'device_id'] as const
export type BucketingIdentifier = (typeof BUCKETING_IDENTIFIERS)[number]

/** One flag in the definitions feed (docs/reference/definitions.md), with the names of the API. */
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
  /** Whether the flag is used only for its payload. An addition of Flagdeck, which SDKs ignore. Missing: false. */
  readonly is_remote_configuration?: true
  /** The early access feature that is offered to pages. Only for this service: the feed omits it. */
  readonly early_access?: EarlyAccess
  /** The name under which its usage is counted, if it is not the key. Only for this service: the feed omits it. */
  readonly usage_key?: string
}

/** All data that the evaluation of a project needs; the response of `/flags/definitions`. */
export interface DefinitionsDocument {
  readonly flags: readonly FlagDefinition[]
  /** The names of the group types, by their index as text. */
  readonly group_type_mapping: { readonly [index: string]: string }
  readonly cohorts: { readonly [id: string]: JsonValue }
  readonly minimal_flag_called_events: boolean
  readonly property_matching_version: 1 | 2
  /** IANA time zone of filter dates without an offset. An addition of Flagdeck, which SDKs ignore. Missing: UTC. */
  readonly timezone?: string
}

/** The definitions document without its flags, and with the data that only this service has. */
export interface DefinitionsSettings extends Omit<DefinitionsDocument, 'flags'> {
  /** Ids of the project's static cohorts. The subject must list those that it is in; SDKs request the server. */
  readonly static_cohort_ids?: readonly (number | string)[]
}
