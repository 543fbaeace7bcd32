import { UNIQUE_CONSTRAINTS, type UniqueConstraint } from '@flagdeck/core/store'

/** The columns of each unique constraint: errors of SQLite contain these instead of the name of the index. */
const COLUMNS: Readonly<Record<UniqueConstraint, string>> = {
  organizations_name: 'organizations.name',
  organizations_slug: 'organizations.slug',
  projects_name: 'projects.organization_id, projects.name',
  projects_api_token: 'projects.api_token',
  projects_secret_api_token: 'projects.secret_api_token',
  users_email: 'users.email',
  memberships_pair: 'memberships.organization_id, memberships.user_id',
  personal_api_keys_secure_value: 'personal_api_keys.secure_value',
  roles_name: 'roles.organization_id, roles.name_lower',
  role_memberships_pair: 'role_memberships.role_id, role_memberships.user_id',
  flags_live_key: 'flags.project_id, flags.key',
  flag_role_access_pair: 'flag_role_access.flag_id, flag_role_access.role_id',
  tiles_insight: 'tiles.project_id, tiles.dashboard_id, tiles.insight_id',
  tiles_text: 'tiles.project_id, tiles.dashboard_id, tiles.text_id',
  insights_short_id: 'insights.project_id, insights.short_id',
  dashboard_templates_live_name: 'dashboard_templates.project_id, dashboard_templates.template_name',
  dashboard_collaborators_pair:
    'dashboard_collaborators.project_id, dashboard_collaborators.dashboard_id, dashboard_collaborators.user_id',
  sessions_secure_value: 'sessions.secure_value',
  sign_in_links_secure_token: 'sign_in_links.secure_token',
  invitations_secure_token: 'invitations.secure_token',
  openid_accounts_subject: 'openid_accounts.issuer, openid_accounts.subject',
}

/** Returns the constraint of this name if it is one that callers know. */
export function uniqueConstraintNamed(name: string | undefined): UniqueConstraint | undefined {
  return UNIQUE_CONSTRAINTS.find((constraint) => constraint === name)
}

/** Returns the constraint on exactly these columns, written `table.column, table.column`. */
export function uniqueConstraintOn(columns: string): UniqueConstraint | undefined {
  return UNIQUE_CONSTRAINTS.find((constraint) => COLUMNS[constraint] === columns)
}
