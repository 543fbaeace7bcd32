import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** The tables for flags, roles, keys and activity. */
export const initial: Migration = {
  name: '0001-initial',
  statements: (type) => [
    ...identityTables(type),
    ...roleTables(type),
    ...flagTables(type),
    ...flagSatellites(type),
    ...activityTables(type),
  ],
}

function identityTables({ id, text, integer, boolean, tableOptions }: ColumnTypes): string[] {
  return [
    `-- The tenants. Nothing of one is visible to another.
create table organizations (
  id ${text} not null primary key,
  name ${text} not null,
  default_flag_access_level ${integer}, -- null: nobody restricted it
  created_at ${text} not null -- this and every other time: UTC as text of fixed width with microseconds
)${tableOptions}`,
    'create unique index organizations_name on organizations (name)',
    `-- Where flags live.
create table projects (
  id ${id},
  uuid ${text} not null unique,
  organization_id ${text} not null references organizations (id),
  name ${text} not null,
  api_token ${text} not null, -- public
  secret_api_token ${text} not null,
  timezone ${text} not null,
  group_types ${text} not null, -- JSON array of names; the place in it is the index that filters use
  property_matching_version ${integer} not null,
  version ${integer} not null, -- raised by every change of what an evaluation may answer
  created_at ${text} not null
)${tableOptions}`,
    'create unique index projects_name on projects (organization_id, name)',
    'create unique index projects_api_token on projects (api_token)',
    'create unique index projects_secret_api_token on projects (secret_api_token)',
    `-- The people who manage flags, not those who are served them.
create table users (
  id ${id},
  uuid ${text} not null unique,
  distinct_id ${text} not null,
  first_name ${text} not null,
  last_name ${text} not null,
  email ${text} not null, -- lower case
  is_email_verified ${boolean},
  created_at ${text} not null
)${tableOptions}`,
    'create unique index users_email on users (email)',
    `-- Who belongs to which organization.
create table memberships (
  id ${text} not null primary key,
  organization_id ${text} not null references organizations (id),
  user_id ${integer} not null references users (id),
  level ${integer} not null, -- 1 member, 8 admin, 15 owner
  joined_at ${text} not null,
  updated_at ${text} not null
)${tableOptions}`,
    'create unique index memberships_pair on memberships (organization_id, user_id)',
    'create index memberships_joined on memberships (organization_id, joined_at, id)',
    'create index memberships_user on memberships (user_id)',
    `-- Credentials of users. The value itself is not kept, only its hash.
create table personal_api_keys (
  id ${text} not null primary key,
  user_id ${integer} not null references users (id),
  label ${text} not null,
  secure_value ${text} not null, -- sha256$ and the hash in hexadecimal
  mask_value ${text} not null,
  scopes ${text} not null, -- JSON array
  scoped_project_ids ${text} not null, -- JSON array, or JSON null for all
  scoped_organization_ids ${text} not null, -- JSON array, or JSON null for all
  created_at ${text} not null,
  expires_at ${text},
  last_used_at ${text}
)${tableOptions}`,
    'create unique index personal_api_keys_secure_value on personal_api_keys (secure_value)',
    'create index personal_api_keys_user on personal_api_keys (user_id)',
  ]
}

function roleTables({ text, integer, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Named groups of members and what they may do with flags.
create table roles (
  id ${text} not null primary key,
  organization_id ${text} not null references organizations (id),
  name ${text} not null,
  name_lower ${text} not null, -- the name in lower case as JavaScript makes it: databases disagree beyond ASCII
  flag_access_level ${integer} not null, -- 21 view, 37 edit
  created_at ${text} not null,
  created_by_id ${integer} references users (id),
  unique (organization_id, id) -- for the foreign keys that keep a role inside its organization
)${tableOptions}`,
    'create unique index roles_name on roles (organization_id, name_lower)',
    `-- Who has which role.
create table role_memberships (
  id ${text} not null primary key,
  organization_id ${text} not null,
  role_id ${text} not null,
  user_id ${integer} not null references users (id),
  joined_at ${text} not null,
  updated_at ${text} not null,
  foreign key (organization_id, role_id) references roles (organization_id, id) on delete cascade
)${tableOptions}`,
    'create unique index role_memberships_pair on role_memberships (role_id, user_id)',
    'create index role_memberships_joined on role_memberships (organization_id, role_id, joined_at, id)',
    'create index role_memberships_user on role_memberships (user_id)',
  ]
}

function flagTables({ id, text, integer, boolean, tableOptions }: ColumnTypes): string[] {
  return [
    `-- The flags, deleted ones too: their key is free again, their history is not lost.
create table flags (
  id ${id},
  project_id ${integer} not null references projects (id),
  key ${text} not null,
  key_lower ${text} not null, -- what a look-up ignoring case compares with
  name ${text} not null, -- the description
  search_text ${text} not null, -- what a search looks for its needle in
  filters ${text} not null, -- JSON
  is_multivariate ${boolean} not null, -- worked out from the filters, like the next, for lists to filter by
  is_fully_rolled_out ${boolean} not null,
  active ${boolean} not null,
  deleted ${boolean} not null,
  archived ${boolean} not null,
  created_by_id ${integer} references users (id), -- null: the system
  created_at ${text} not null,
  last_modified_by_id ${integer} references users (id),
  updated_at ${text},
  version ${integer} not null, -- one more with every update; an update names the one it read
  project_version ${integer} not null, -- the project's version that the last change made
  ensure_experience_continuity ${boolean},
  rollback_conditions ${text} not null, -- JSON
  performed_rollback ${boolean},
  tags ${text} not null, -- JSON array
  evaluation_contexts ${text} not null, -- JSON array
  evaluation_runtime ${text},
  bucketing_identifier ${text},
  is_remote_configuration ${boolean},
  has_encrypted_payloads ${boolean},
  has_enriched_analytics ${boolean},
  usage_dashboard_id ${integer},
  analytics_dashboard_ids ${text} not null, -- JSON array
  last_called_at ${text},
  unique (project_id, id) -- for the foreign keys that keep what belongs to a flag inside its project
)${tableOptions}`,
    'create unique index flags_live_key on flags (project_id, key) where deleted = false',
    'create index flags_key on flags (project_id, key)',
    'create index flags_live_created on flags (project_id, created_at, id) where deleted = false',
    'create index flags_changed on flags (project_id, project_version)',
  ]
}

function flagSatellites({ id, text, integer, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Which flag is evaluated with the outcome of which other.
create table flag_dependencies (
  project_id ${integer} not null,
  flag_id ${integer} not null,
  depends_on_flag_id ${integer} not null,
  primary key (project_id, flag_id, depends_on_flag_id),
  foreign key (project_id, flag_id) references flags (project_id, id),
  foreign key (project_id, depends_on_flag_id) references flags (project_id, id)
)${tableOptions}`,
    `-- Flags that members with a role may edit although their level alone would not let them.
create table flag_role_access (
  id ${id},
  project_id ${integer} not null,
  organization_id ${text} not null, -- the project's, so that no foreign role can be given a flag
  flag_id ${integer} not null,
  role_id ${text} not null,
  added_at ${text} not null,
  updated_at ${text} not null,
  foreign key (project_id, flag_id) references flags (project_id, id),
  foreign key (organization_id, role_id) references roles (organization_id, id) on delete cascade
)${tableOptions}`,
    'create unique index flag_role_access_pair on flag_role_access (flag_id, role_id)',
    'create index flag_role_access_flag on flag_role_access (project_id, flag_id, id)',
    'create index flag_role_access_role on flag_role_access (organization_id, role_id)',
  ]
}

function activityTables({ sequence, text, integer, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Every change that was made, only ever added to.
create table activity (
  seq ${sequence}, -- the order of writing, which a clock would not keep
  id ${text} not null unique,
  project_id ${integer} not null references projects (id),
  user_id ${integer} references users (id), -- null: the system
  verb ${text} not null,
  scope ${text} not null, -- what kind of thing changed
  item_id ${text} not null, -- which one
  detail ${text} not null, -- JSON: the fields before and after
  created_at ${text} not null
)${tableOptions}`,
    'create index activity_scope on activity (project_id, scope, seq)',
    'create index activity_item on activity (project_id, scope, item_id, seq)',
  ]
}
