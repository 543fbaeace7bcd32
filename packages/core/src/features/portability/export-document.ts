import type { Cohort } from '../../data/records/cohort.ts'
import type { COHORT_FIELDS } from '../../data/records/cohort-fields.ts'
import type { Dashboard } from '../../data/records/dashboard.ts'
import type { DASHBOARD_FIELDS } from '../../data/records/dashboard-fields.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { NameReference } from './name-reference.ts'
import type { DocumentValues } from './record-documents.ts'
import type { StalenessEntry } from './staleness-entry.ts'

/** Increased when a document of this release has another meaning for an older release. */
export const EXPORT_VERSION = 1

/** A project as a document: its contents without ids, times, users and counts (docs/export-format.md). */
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
  readonly staleness: StalenessEntry
  readonly timezone: string
}

export interface RoleEntry {
  readonly name: string
  readonly feature_flags_access_level: number
}

interface NumberedEntry {
  /** From 2 on, if several entries have the same name. */
  readonly number?: number
}

export interface CohortEntry extends NumberedEntry, Omit<DocumentValues<Cohort, typeof COHORT_FIELDS>, 'filters'> {
  /** Missing for static cohorts. */
  readonly filters?: JsonObject
}

/** The fields of {@link FLAG_FIELDS} in documents, except those that reference other records. */
type PlainFlagFields = Omit<
  DocumentValues<Flag, typeof FLAG_FIELDS>,
  'filters' | 'analytics_dashboards' | 'usage_dashboard'
>

export interface FlagEntry extends PlainFlagFields {
  readonly filters: JsonObject
  /** Names of the roles with access to the flag. */
  readonly roles: readonly string[]
  readonly analytics_dashboards: readonly NameReference[]
  /** Whether the flag has a usage dashboard. */
  readonly usage_dashboard: boolean
}

/** A dashboard in the form of a template, with the fields that templates do not have. */
export interface DashboardEntry extends NumberedEntry, DocumentValues<Dashboard, typeof DASHBOARD_FIELDS> {
  /** In the form of templates, in the order of the layout. */
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

/** The sections of a document. */
export type SectionName = Exclude<keyof ExportDocument, 'flagdeck_export' | 'project'>
