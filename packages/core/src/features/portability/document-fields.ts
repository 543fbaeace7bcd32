import type { Cohort } from '../../data/records/cohort.ts'
import { COHORT_FIELDS } from '../../data/records/cohort-fields.ts'
import type { Dashboard } from '../../data/records/dashboard.ts'
import { DASHBOARD_FIELDS } from '../../data/records/dashboard-fields.ts'
import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import type {
  CohortEntry,
  DashboardEntry,
  FlagEntry,
  ProjectEntry,
  RoleEntry,
  SectionName,
  TemplateEntry,
} from './export-document.ts'
import { documentMeanings } from './record-documents.ts'

type Meanings<Entry> = { readonly [Field in keyof Entry]-?: string }

/** The meanings of all fields of a document. Reading, validation and docs/export-format.md are derived from them. */
export const PROJECT_FIELDS: Meanings<ProjectEntry> = {
  group_types: 'names of the group types, in the order of their indexes; import adds missing ones',
  property_matching_version: '1 or 2: how `exact` compares text that looks like a boolean',
  staleness:
    'after how many days an enabled flag is stale: `not_called_days`, `never_called_days`, `rolled_out_days`; null: never for this reason',
  timezone: 'IANA name of the time zone for daily counts',
}

const role: Meanings<RoleEntry> = {
  name: 'identifies the role; case-insensitive',
  feature_flags_access_level: '21: can view flags, 37: can edit them; used only when the role is created',
}

const number = '2 or more, if earlier entries have the same name'

const cohort: Meanings<CohortEntry> = { ...documentMeanings<Cohort, typeof COHORT_FIELDS>(COHORT_FIELDS), number }

const flag: Meanings<FlagEntry> = {
  ...documentMeanings<Flag, typeof FLAG_FIELDS>(FLAG_FIELDS),
  roles: 'names of the roles with permission to edit the flag',
}

const dashboard: Meanings<DashboardEntry> = {
  ...documentMeanings<Dashboard, typeof DASHBOARD_FIELDS>(DASHBOARD_FIELDS),
  number,
  tiles: 'from top to bottom, each with its content, as in the JSON of a dashboard template',
}

const template: Meanings<TemplateEntry> = {
  template_name: 'identifies the template',
  dashboard_description: 'text',
  dashboard_filters: 'JSON object',
  tags: 'in lower case',
  tiles: 'at least one',
  variables: 'list',
  image_url: 'text or null',
  scope: '`team`, `global` or `feature_flag`',
  is_featured: 'whether it is shown first',
}

/** The fields of the entries in each section. */
export const SECTION_FIELDS = {
  roles: role,
  cohorts: cohort,
  flags: flag,
  dashboards: dashboard,
  dashboard_templates: template,
} as const satisfies { readonly [Section in SectionName]: { readonly [field: string]: string } }

/** The field that identifies the entries of a section, together with `number` where names may repeat. */
export const IDENTITY_FIELDS = {
  roles: 'name',
  cohorts: 'name',
  flags: 'key',
  dashboards: 'name',
  dashboard_templates: 'template_name',
} as const satisfies { readonly [Section in SectionName]: string }
