import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { NameReference } from './name-reference.ts'

/** Raised when a document of this release means something else to an older one. */
export const EXPORT_VERSION = 1

/** A project as a document: what there is, without ids, times, people and numbers (docs/export-format.md). */
export interface ExportDocument {
  readonly flagdeck_export: typeof EXPORT_VERSION
  readonly project: ProjectEntry
  readonly roles: readonly RoleEntry[]
  readonly cohorts: readonly CohortEntry[]
  readonly flags: readonly FlagEntry[]
  readonly dashboards: readonly DashboardEntry[]
  readonly dashboard_templates: readonly TemplateEntry[]
}

export interface ProjectEntry {
  /** In the order of their indexes. */
  readonly group_types: readonly string[]
  readonly property_matching_version: 1 | 2
  readonly timezone: string
}

export interface RoleEntry {
  readonly name: string
  readonly feature_flags_access_level: number
}

interface NumberedEntry {
  /** From 2 on, when others have the name as well. */
  readonly number?: number
}

export interface CohortEntry extends NumberedEntry {
  readonly name: string
  readonly description: string
  readonly is_static: boolean
  /** Not of static cohorts. */
  readonly filters?: JsonObject
}

export interface FlagEntry {
  readonly key: string
  readonly name: string
  readonly filters: JsonObject
  readonly active: boolean
  readonly archived: boolean
  readonly ensure_experience_continuity: boolean | null
  readonly rollback_conditions: JsonValue
  readonly tags: readonly string[]
  readonly evaluation_contexts: readonly string[]
  readonly evaluation_runtime: string | null
  readonly bucketing_identifier: string | null
  readonly is_remote_configuration: boolean | null
  readonly has_encrypted_payloads: boolean | null
  readonly has_enriched_analytics: boolean | null
  /** Names of the roles that were given the flag. */
  readonly roles: readonly string[]
  readonly analytics_dashboards: readonly NameReference[]
  /** Whether the flag has a dashboard of its usage. */
  readonly usage_dashboard: boolean
}

/** A dashboard in the form of a template, and what a template has not. */
export interface DashboardEntry extends NumberedEntry {
  readonly name: string | null
  readonly description: string
  readonly pinned: boolean
  readonly filters: JsonObject
  readonly variables: JsonObject
  readonly breakdown_colors: readonly JsonValue[]
  readonly data_color_theme_id: number | null
  readonly quick_filter_ids: readonly string[]
  readonly tags: readonly string[]
  readonly restriction_level: number
  /** As templates have them, in the order of the layout. */
  readonly tiles: readonly JsonObject[]
}

export interface TemplateEntry {
  readonly template_name: string
  readonly dashboard_description: string
  readonly dashboard_filters: JsonObject
  readonly tags: readonly string[]
  readonly tiles: readonly JsonObject[]
  readonly variables: readonly JsonValue[]
  readonly image_url: string | null
  readonly scope: string
  readonly is_featured: boolean
}

/** The kinds of things that a document lists. */
export type SectionName = Exclude<keyof ExportDocument, 'flagdeck_export' | 'project'>
