import type {
  CohortEntry,
  DashboardEntry,
  FlagEntry,
  ProjectEntry,
  RoleEntry,
  SectionName,
  TemplateEntry,
} from './export-document.ts'

type Meanings<Entry> = { readonly [Field in keyof Entry]-?: string }

/** Every field of a document and what it says: what is read, what is refused, and docs/export-format.md follow from it. */
export const PROJECT_FIELDS: Meanings<ProjectEntry> = {
  group_types: 'names of the kinds of groups, in the order of their indexes; those that are missing are added',
  property_matching_version: '1 or 2: how `exact` compares text that looks like a boolean',
  timezone: 'IANA name of the time zone in which days begin',
}

const role: Meanings<RoleEntry> = {
  name: 'how it is known, whatever the case of its letters',
  feature_flags_access_level: '21: may look at flags, 37: may edit them; counts when the role is created',
}

const number = 'from 2 on, when others before it have the same name'

const cohort: Meanings<CohortEntry> = {
  name: 'how it is known',
  number,
  description: 'text',
  is_static: 'whether it is a list of members, which are not in the document; cannot be changed',
  filters: 'the rule of a cohort that is not static; other cohorts in it are named',
}

const flag: Meanings<FlagEntry> = {
  key: 'how it is known, to SDKs too',
  name: 'the description',
  filters: 'for whom it is, with variants and payloads; flags, cohorts and group types in it are named',
  active: 'whether it is on',
  archived: 'whether it is put away; only while it is off',
  ensure_experience_continuity: 'whether a person keeps the answer when signing in',
  rollback_conditions: 'JSON, as sent',
  tags: 'in lower case',
  evaluation_contexts: 'where it is evaluated',
  evaluation_runtime: '`server`, `client`, `all` or null',
  bucketing_identifier: '`distinct_id`, `device_id` or null',
  is_remote_configuration: 'whether it is for its payload',
  has_encrypted_payloads: 'whether its payloads are encrypted where they are stored',
  has_enriched_analytics: 'whether uses of the feature are counted',
  roles: 'names of the roles that were given the flag',
  analytics_dashboards: 'the dashboards linked to it; links are only ever added',
  usage_dashboard: 'whether it has a dashboard of its usage, which is made anew; never taken away',
}

const dashboard: Meanings<DashboardEntry> = {
  name: 'how it is known; may be null',
  number,
  description: 'text',
  pinned: 'whether lists show it first',
  filters: 'laid over those of the tiles',
  variables: 'JSON object',
  breakdown_colors: 'list of colors',
  data_color_theme_id: 'number or null',
  quick_filter_ids: 'list of UUIDs',
  tags: 'in lower case',
  restriction_level: '21: everyone may edit it, 37: collaborators; who those are is not in the document',
  tiles: 'from top to bottom, each with what it shows, as in the JSON of a dashboard template',
}

const template: Meanings<TemplateEntry> = {
  template_name: 'how it is known',
  dashboard_description: 'text',
  dashboard_filters: 'JSON object',
  tags: 'in lower case',
  tiles: 'at least one',
  variables: 'list',
  image_url: 'text or null',
  scope: '`team`, `global` or `feature_flag`',
  is_featured: 'whether it is shown first',
}

/** The fields of what each section lists. */
export const SECTION_FIELDS = {
  roles: role,
  cohorts: cohort,
  flags: flag,
  dashboards: dashboard,
  dashboard_templates: template,
} as const satisfies { readonly [Section in SectionName]: { readonly [field: string]: string } }

/** The field by which what a section lists is known, with `number` where names may be given twice. */
export const IDENTITY_FIELDS = {
  roles: 'name',
  cohorts: 'name',
  flags: 'key',
  dashboards: 'name',
  dashboard_templates: 'template_name',
} as const satisfies { readonly [Section in SectionName]: string }
