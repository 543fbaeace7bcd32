/** What a parameter of a list decides: which items it has, which part of them, their order, or their form. */
export type ParameterRole = 'filter' | 'page' | 'order' | 'form'

type Documented = Readonly<Record<string, ParameterRole>>

const PAGES = { limit: 'page', offset: 'page' } as const
const FORMAT = { format: 'form' } as const
/** Pages by number, as in PostHog's activity of one record. */
const NUMBERED = { ...FORMAT, limit: 'page', page: 'page' } as const

const FLAG_FILTERS = {
  active: 'filter',
  archived: 'filter',
  created_by_id: 'filter',
  evaluation_runtime: 'filter',
  excluded_properties: 'filter',
  excluded_tags: 'filter',
  has_evaluation_contexts: 'filter',
  has_evaluation_tags: 'filter',
  search: 'filter',
  tags: 'filter',
  type: 'filter',
} as const

const ACTIVITY = {
  item_id: 'filter',
  scope: 'filter',
  scopes: 'filter',
  user: 'filter',
  cursor: 'page',
  page: 'page',
  page_size: 'page',
  ordering: 'order',
} as const

/**
 * The query parameters that PostHog documents for the lists that exist here, by our operation id; null: PostHog documents
 * no such list. This is the only such list: docs/reference/list-parameters.md and its test are made from it.
 */
export const POSTHOG_LIST_PARAMETERS: Readonly<Record<string, Documented | null>> = {
  activity_log_list: ACTIVITY,
  activity_log_newest_list: null,
  activity_log_export_retrieve: null,
  organization_activity_log_list: { ...ACTIVITY, ...FORMAT },
  cohorts_list: {
    ...PAGES,
    ...FORMAT,
    basic: 'form',
    search: 'filter',
    type: 'filter',
    created_by: 'filter',
    hide_behavioral_cohorts: 'filter',
    exclude_behavioral: 'filter',
  },
  cohorts_persons_retrieve: { ...PAGES, ...FORMAT, search: 'filter' },
  cohorts_versions_list: null,
  dashboards_list: {
    ...PAGES,
    ...FORMAT,
    search: 'filter',
    tags: 'filter',
    creation_mode: 'filter',
    exclude_generated: 'filter',
    pinned: 'filter',
    created_by: 'filter',
    folder: 'filter',
    order: 'order',
  },
  dashboards_activity_retrieve: null,
  dashboards_collaborators_list: FORMAT,
  dashboards_versions_list: null,
  dashboard_templates_list: {
    ...PAGES,
    ...FORMAT,
    search: 'filter',
    scope: 'filter',
    is_featured: 'filter',
    ordering: 'order',
  },
  feature_flags_list: { ...PAGES, ...FLAG_FILTERS, order: 'order' },
  feature_flags_matching_ids_retrieve: FLAG_FILTERS,
  feature_flags_all_activity_retrieve: NUMBERED,
  feature_flags_activity_retrieve: NUMBERED,
  feature_flags_dependent_flags_list: FORMAT,
  feature_flags_versions_list: null,
  organization_feature_flags_retrieve: {},
  feature_flags_my_flags_retrieve: { ...FORMAT, groups: 'filter' },
  feature_flags_decisions_create: null,
  feature_flags_role_access_list: PAGES,
  groups_types_list: FORMAT,
  groups_list: { ...FORMAT, group_type_index: 'filter', search: 'filter', group_key: 'filter', cursor: 'page' },
  insights_list: {
    ...PAGES,
    ...FORMAT,
    basic: 'form',
    refresh: 'form',
    created_by: 'filter',
    created_date_from: 'filter',
    created_date_to: 'filter',
    dashboards: 'filter',
    date_from: 'filter',
    date_to: 'filter',
    favorited: 'filter',
    feature_flag: 'filter',
    insight: 'filter',
    saved: 'filter',
    search: 'filter',
    short_id: 'filter',
    tags: 'filter',
    user: 'filter',
    order: 'order',
  },
  invites_list: PAGES,
  members_list: { ...PAGES, email: 'filter', search: 'filter', updated_after: 'filter', order: 'order' },
  organizations_list: PAGES,
  organization_projects_list: { ...PAGES, search: 'filter' },
  projects_list: { ...PAGES, search: 'filter' },
  personal_api_keys_list: {},
  persons_list: {
    ...PAGES,
    ...FORMAT,
    distinct_id: 'filter',
    email: 'filter',
    properties: 'filter',
    search: 'filter',
    cohort: 'filter',
    order: 'order',
  },
  persons_values_list: { ...FORMAT, key: 'filter', value: 'filter' },
  role_memberships_list: PAGES,
  roles_list: PAGES,
  sessions_list: null,
}
