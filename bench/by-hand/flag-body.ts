import type { Output } from '@flagdeck/client'
import type { FlagFilters } from '@flagdeck/core'

type Answered = Output<'retrieveFlag'>

/** The fields of a flag in every response. */
type AnsweredName = {
  [Name in keyof Answered]-?: Partial<Pick<Answered, Name>> extends Pick<Answered, Name> ? never : Name
}[keyof Answered]

/** A row of the queries. SQLite returns booleans as 0 and 1. */
export interface FlagRow {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly owner: string
  readonly payload_schema: string
  readonly filters: string
  readonly active: boolean | number
  readonly deleted: boolean | number
  readonly archived: boolean | number
  readonly created_at: string
  readonly updated_at: string | null
  readonly version: number
  readonly ensure_experience_continuity: boolean | number | null
  readonly rollback_conditions: string
  readonly performed_rollback: boolean | number | null
  readonly tags: string
  readonly evaluation_contexts: string
  readonly evaluation_runtime: string | null
  readonly bucketing_identifier: string | null
  readonly is_remote_configuration: boolean | number | null
  readonly has_encrypted_payloads: boolean | number | null
  readonly has_enriched_analytics: boolean | number | null
  readonly usage_dashboard_id: number | null
  readonly analytics_dashboard_ids: string
  readonly last_called_at: string | null
  readonly creator_id: number | null
  readonly creator_uuid: string
  readonly creator_distinct_id: string
  readonly creator_first_name: string
  readonly creator_last_name: string
  readonly creator_email: string
  readonly creator_is_email_verified: boolean | number | null
  readonly modifier_id: number | null
  readonly modifier_uuid: string
  readonly modifier_distinct_id: string
  readonly modifier_first_name: string
  readonly modifier_last_name: string
  readonly modifier_email: string
  readonly modifier_is_email_verified: boolean | number | null
}

/** Returns a list of flags as text, as the API returns it. */
export function flagList(rows: readonly (FlagRow & { readonly total: number })[]): string {
  const [first] = rows
  return JSON.stringify({
    count: first ? Number(first.total) : 0,
    next: null,
    previous: null,
    results: rows.map(flagBody),
  })
}

/**
 * Returns a flag as the API returns it to a caller with all permissions. Fields that cost almost nothing may be
 * missing.
 */
export function flagBody(row: FlagRow): Readonly<Partial<Record<AnsweredName, unknown>>> {
  const filters: FlagFilters = JSON.parse(row.filters)
  const [first, ...more] = filters.groups
  const isSimple = first !== undefined && more.length === 0 && (first.properties ?? []).length === 0
  return {
    id: row.id,
    name: row.name,
    key: row.key,
    filters,
    deleted: Boolean(row.deleted),
    active: Boolean(row.active),
    archived: Boolean(row.archived),
    created_by: row.creator_id === null ? null : creatorBody(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    last_modified_by: row.modifier_id === null ? null : modifierBody(row),
    is_simple_flag: isSimple,
    rollout_percentage: isSimple ? (first.rollout_percentage ?? null) : null,
    ensure_experience_continuity: booleanOrNull(row.ensure_experience_continuity),
    experiment_set: [],
    experiment_set_metadata: [],
    surveys: [],
    features: [],
    rollback_conditions: JSON.parse(row.rollback_conditions),
    performed_rollback: booleanOrNull(row.performed_rollback),
    can_edit: true,
    tags: JSON.parse(row.tags),
    evaluation_contexts: JSON.parse(row.evaluation_contexts),
    usage_dashboard: row.usage_dashboard_id,
    analytics_dashboards: JSON.parse(row.analytics_dashboard_ids),
    has_enriched_analytics: booleanOrNull(row.has_enriched_analytics),
    user_access_level: 'manager',
    is_remote_configuration: booleanOrNull(row.is_remote_configuration),
    has_encrypted_payloads: booleanOrNull(row.has_encrypted_payloads),
    status: 'ACTIVE',
    evaluation_runtime: row.evaluation_runtime,
    bucketing_identifier: row.bucketing_identifier,
    owner: row.owner,
    payload_schema: JSON.parse(row.payload_schema),
    last_called_at: row.last_called_at,
    is_used_in_replay_settings: false,
    is_eligible_for_experiment: (filters.multivariate?.variants.length ?? 0) > 1,
  }
}

function creatorBody(row: FlagRow) {
  return {
    id: row.creator_id,
    uuid: row.creator_uuid,
    distinct_id: row.creator_distinct_id,
    first_name: row.creator_first_name,
    last_name: row.creator_last_name,
    email: row.creator_email,
    is_email_verified: booleanOrNull(row.creator_is_email_verified),
    hedgehog_config: null,
    role_at_organization: null,
  }
}

function modifierBody(row: FlagRow) {
  return {
    id: row.modifier_id,
    uuid: row.modifier_uuid,
    distinct_id: row.modifier_distinct_id,
    first_name: row.modifier_first_name,
    last_name: row.modifier_last_name,
    email: row.modifier_email,
    is_email_verified: booleanOrNull(row.modifier_is_email_verified),
    hedgehog_config: null,
    role_at_organization: null,
  }
}

function booleanOrNull(value: boolean | number | null): boolean | null {
  return value === null ? null : Boolean(value)
}
