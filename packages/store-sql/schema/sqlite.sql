-- What Flagdeck makes in a sqlite database. Written by `pnpm generate` from src/migrations; do not edit.

-- Which migrations this database has.
create table if not exists flagdeck_migrations (
  name text not null primary key,
  applied_at text not null
) strict;

-- 0001-initial

-- The tenants. Nothing of one is visible to another.
create table organizations (
  id text not null primary key,
  name text not null,
  default_flag_access_level integer, -- null: nobody restricted it
  created_at text not null -- this and every other time: UTC as text of fixed width with microseconds
) strict;

create unique index organizations_name on organizations (name);

-- Where flags live.
create table projects (
  id integer primary key autoincrement,
  uuid text not null unique,
  organization_id text not null references organizations (id),
  name text not null,
  api_token text not null, -- public
  secret_api_token text not null,
  timezone text not null,
  group_types text not null, -- JSON array of names; the place in it is the index that filters use
  property_matching_version integer not null,
  version integer not null, -- raised by every change of what an evaluation may answer
  created_at text not null
) strict;

create unique index projects_name on projects (organization_id, name);

create unique index projects_api_token on projects (api_token);

create unique index projects_secret_api_token on projects (secret_api_token);

-- The people who manage flags, not those who are served them.
create table users (
  id integer primary key autoincrement,
  uuid text not null unique,
  distinct_id text not null,
  first_name text not null,
  last_name text not null,
  email text not null, -- lower case
  is_email_verified integer,
  created_at text not null
) strict;

create unique index users_email on users (email);

-- Who belongs to which organization.
create table memberships (
  id text not null primary key,
  organization_id text not null references organizations (id),
  user_id integer not null references users (id),
  level integer not null, -- 1 member, 8 admin, 15 owner
  joined_at text not null,
  updated_at text not null
) strict;

create unique index memberships_pair on memberships (organization_id, user_id);

create index memberships_joined on memberships (organization_id, joined_at, id);

create index memberships_user on memberships (user_id);

-- Credentials of users. The value itself is not kept, only its hash.
create table personal_api_keys (
  id text not null primary key,
  user_id integer not null references users (id),
  label text not null,
  secure_value text not null, -- sha256$ and the hash in hexadecimal
  mask_value text not null,
  scopes text not null, -- JSON array
  scoped_project_ids text not null, -- JSON array, or JSON null for all
  scoped_organization_ids text not null, -- JSON array, or JSON null for all
  created_at text not null,
  expires_at text,
  last_used_at text
) strict;

create unique index personal_api_keys_secure_value on personal_api_keys (secure_value);

create index personal_api_keys_user on personal_api_keys (user_id);

-- Named groups of members and what they may do with flags.
create table roles (
  id text not null primary key,
  organization_id text not null references organizations (id),
  name text not null,
  name_lower text not null, -- the name in lower case as JavaScript makes it: databases disagree beyond ASCII
  flag_access_level integer not null, -- 21 view, 37 edit
  created_at text not null,
  created_by_id integer references users (id),
  unique (organization_id, id) -- for the foreign keys that keep a role inside its organization
) strict;

create unique index roles_name on roles (organization_id, name_lower);

-- Who has which role.
create table role_memberships (
  id text not null primary key,
  organization_id text not null,
  role_id text not null,
  user_id integer not null references users (id),
  joined_at text not null,
  updated_at text not null,
  foreign key (organization_id, role_id) references roles (organization_id, id) on delete cascade
) strict;

create unique index role_memberships_pair on role_memberships (role_id, user_id);

create index role_memberships_joined on role_memberships (organization_id, role_id, joined_at, id);

create index role_memberships_user on role_memberships (user_id);

-- The flags, deleted ones too: their key is free again, their history is not lost.
create table flags (
  id integer primary key autoincrement,
  project_id integer not null references projects (id),
  key text not null,
  key_lower text not null, -- what a look-up ignoring case compares with
  name text not null, -- the description
  search_text text not null, -- what a search looks for its needle in
  filters text not null, -- JSON
  is_multivariate integer not null, -- worked out from the filters, like the next, for lists to filter by
  is_fully_rolled_out integer not null,
  active integer not null,
  deleted integer not null,
  archived integer not null,
  created_by_id integer references users (id), -- null: the system
  created_at text not null,
  last_modified_by_id integer references users (id),
  updated_at text,
  version integer not null, -- one more with every update; an update names the one it read
  project_version integer not null, -- the project's version that the last change made
  ensure_experience_continuity integer,
  rollback_conditions text not null, -- JSON
  performed_rollback integer,
  tags text not null, -- JSON array
  evaluation_contexts text not null, -- JSON array
  evaluation_runtime text,
  bucketing_identifier text,
  is_remote_configuration integer,
  has_encrypted_payloads integer,
  has_enriched_analytics integer,
  usage_dashboard_id integer,
  analytics_dashboard_ids text not null, -- JSON array
  last_called_at text,
  unique (project_id, id) -- for the foreign keys that keep what belongs to a flag inside its project
) strict;

create unique index flags_live_key on flags (project_id, key) where deleted = false;

create index flags_key on flags (project_id, key);

create index flags_live_created on flags (project_id, created_at, id) where deleted = false;

create index flags_changed on flags (project_id, project_version);

-- Which flag is evaluated with the outcome of which other.
create table flag_dependencies (
  project_id integer not null,
  flag_id integer not null,
  depends_on_flag_id integer not null,
  primary key (project_id, flag_id, depends_on_flag_id),
  foreign key (project_id, flag_id) references flags (project_id, id),
  foreign key (project_id, depends_on_flag_id) references flags (project_id, id)
) strict;

-- Flags that members with a role may edit although their level alone would not let them.
create table flag_role_access (
  id integer primary key autoincrement,
  project_id integer not null,
  organization_id text not null, -- the project's, so that no foreign role can be given a flag
  flag_id integer not null,
  role_id text not null,
  added_at text not null,
  updated_at text not null,
  foreign key (project_id, flag_id) references flags (project_id, id),
  foreign key (organization_id, role_id) references roles (organization_id, id) on delete cascade
) strict;

create unique index flag_role_access_pair on flag_role_access (flag_id, role_id);

create index flag_role_access_flag on flag_role_access (project_id, flag_id, id);

create index flag_role_access_role on flag_role_access (organization_id, role_id);

-- Every change that was made, only ever added to.
create table activity (
  seq integer primary key autoincrement, -- the order of writing, which a clock would not keep
  id text not null unique,
  project_id integer not null references projects (id),
  user_id integer references users (id), -- null: the system
  verb text not null,
  scope text not null, -- what kind of thing changed
  item_id text not null, -- which one
  detail text not null, -- JSON: the fields before and after
  created_at text not null
) strict;

create index activity_scope on activity (project_id, scope, seq);

create index activity_item on activity (project_id, scope, item_id, seq);

-- 0002-persons-and-cohorts

-- Sets of persons that flags may be for, deleted ones too.
create table cohorts (
  id integer primary key autoincrement,
  project_id integer not null references projects (id) on delete cascade,
  name text not null,
  name_lower text not null, -- what a search looks for its needle in
  description text not null,
  is_static integer not null, -- a list of members; otherwise a rule over properties
  properties text not null, -- JSON: the rule
  member_count integer not null, -- rows in cohort_members, counted when they come and go: a million are not counted for each look
  deleted integer not null,
  created_by_id integer references users (id), -- null: the system
  created_at text not null,
  project_version integer not null, -- the project's version that the last change made
  unique (project_id, id) -- for the foreign key that keeps members inside the project
) strict;

create index cohorts_live_created on cohorts (project_id, created_at, id) where deleted = false;

create index cohorts_changed on cohorts (project_id, project_version);

-- Who is in a static cohort. Its key finds the members of a cohort, in order, and whether one person is in some cohorts.
create table cohort_members (
  project_id integer not null,
  cohort_id integer not null,
  distinct_id text not null,
  primary key (project_id, cohort_id, distinct_id),
  foreign key (project_id, cohort_id) references cohorts (project_id, id) on delete cascade
) strict, without rowid;

-- What is known about those who are served flags.
create table persons (
  project_id integer not null references projects (id) on delete cascade,
  distinct_id text not null,
  properties text not null, -- JSON
  created_at text not null,
  updated_at text not null,
  primary key (project_id, distinct_id)
) strict;

-- What is known about groups, such as companies.
create table groups (
  project_id integer not null references projects (id) on delete cascade,
  group_type_index integer not null, -- place of the type in the project's group_types
  key text not null,
  properties text not null, -- JSON
  created_at text not null,
  updated_at text not null,
  primary key (project_id, group_type_index, key)
) strict;

-- By which id a person goes on being bucketed for a flag that keeps its answer across signing in.
create table hash_key_overrides (
  project_id integer not null references projects (id) on delete cascade,
  distinct_id text not null,
  flag_key text not null,
  hash_key text not null,
  primary key (project_id, distinct_id, flag_key)
) strict, without rowid;

-- 0003-dashboards

-- Pages of charts and texts, deleted ones too.
create table dashboards (
  id integer primary key autoincrement,
  project_id integer not null references projects (id) on delete cascade,
  name text,
  sort_name text not null, -- what lists are in the order of
  search_text text not null, -- what a search looks for its needle in
  description text not null,
  pinned integer not null,
  created_by_id integer references users (id), -- null: the system
  created_at text not null,
  last_accessed_at text, -- looking is no change: it makes no new version
  deleted integer not null,
  creation_mode text not null, -- default, template, duplicate or unlisted
  filters text not null, -- JSON
  variables text not null, -- JSON
  breakdown_colors text not null, -- JSON array
  data_color_theme_id integer,
  quick_filter_ids text not null, -- JSON array
  tags text not null, -- JSON array
  restriction_level integer not null, -- 21 everyone can edit, 37 only collaborators
  version integer not null, -- one more with every change of the dashboard or of a tile
  unique (project_id, id) -- for the foreign keys that keep what is on a dashboard inside its project
) strict;

create index dashboards_live_listed on dashboards (project_id, pinned desc, sort_name, id, creation_mode)
  where deleted = false;

-- Texts to put on dashboards.
create table text_cards (
  id integer primary key autoincrement,
  project_id integer not null references projects (id) on delete cascade,
  body text,
  created_by_id integer references users (id), -- null: a template
  last_modified_at text not null,
  last_modified_by_id integer references users (id), -- null: nobody since it was made
  unique (project_id, id) -- for the foreign key that keeps tiles inside the project
) strict;

-- Questions about usage, deleted ones too.
create table insights (
  id integer primary key autoincrement,
  project_id integer not null references projects (id) on delete cascade,
  short_id text not null, -- how links name it
  name text,
  derived_name text,
  description text not null,
  search_text text not null, -- what a search looks for its needle in
  query text not null, -- JSON, or JSON null
  tags text not null, -- JSON array
  favorited integer not null,
  saved integer not null,
  is_sample integer not null, -- made from a template
  deleted integer not null,
  deletion_id text, -- the deletion of a dashboard that took it along
  created_by_id integer references users (id),
  created_at text not null,
  updated_at text not null,
  last_modified_at text not null,
  last_modified_by_id integer references users (id),
  unique (project_id, id) -- for the foreign key that keeps tiles inside the project
) strict;

create unique index insights_short_id on insights (project_id, short_id);

create index insights_live_created on insights (project_id, created_at, id) where deleted = false;

-- What is where on a dashboard, deleted tiles too: they come back with their dashboard.
create table tiles (
  id integer primary key autoincrement,
  project_id integer not null,
  dashboard_id integer not null,
  insight_id integer,
  text_id integer,
  layouts text not null, -- JSON: a box for each breakpoint
  color text,
  filters_overrides text not null, -- JSON
  show_description integer,
  transparent_background integer,
  deleted integer not null,
  deletion_id text, -- the deletion of the dashboard that took it along
  check ((insight_id is null) <> (text_id is null)),
  foreign key (project_id, dashboard_id) references dashboards (project_id, id) on delete cascade,
  foreign key (project_id, insight_id) references insights (project_id, id) on delete cascade,
  foreign key (project_id, text_id) references text_cards (project_id, id) on delete cascade
) strict;

create unique index tiles_insight on tiles (project_id, dashboard_id, insight_id);

create unique index tiles_text on tiles (project_id, dashboard_id, text_id);

create index tiles_showing_insight on tiles (project_id, insight_id) where insight_id is not null;

create index tiles_showing_text on tiles (project_id, text_id) where text_id is not null;

-- Dashboards to make dashboards from, deleted ones too.
create table dashboard_templates (
  id text not null primary key,
  project_id integer not null references projects (id) on delete cascade,
  template_name text not null,
  dashboard_description text not null,
  dashboard_filters text not null, -- JSON
  tags text not null, -- JSON array
  tiles text not null, -- JSON array
  variables text not null, -- JSON array
  image_url text,
  scope text not null, -- team, global or feature_flag
  is_featured integer not null,
  deleted integer not null,
  created_by_id integer references users (id),
  created_at text not null
) strict;

create unique index dashboard_templates_live_name on dashboard_templates (project_id, template_name)
  where deleted = false;

-- Who may edit a dashboard that not everyone may edit.
create table dashboard_collaborators (
  id text not null primary key,
  project_id integer not null,
  dashboard_id integer not null,
  user_id integer not null references users (id),
  level integer not null, -- 37 edit
  added_at text not null,
  updated_at text not null,
  foreign key (project_id, dashboard_id) references dashboards (project_id, id) on delete cascade
) strict;

create unique index dashboard_collaborators_pair
  on dashboard_collaborators (project_id, dashboard_id, user_id);

-- 0004-usage

-- How often flags were asked in buckets and days. Its key finds the counts of some flags in a time.
create table usage_counts (
  project_id integer not null references projects (id) on delete cascade,
  measure text not null, -- exposures, evaluations
  period text not null, -- bucket, day
  flag_key text not null,
  start text not null, -- a bucket's first moment, or a day in the project's time zone
  variant text not null,
  source text not null,
  sdk text not null,
  n integer not null,
  errors integer not null,
  primary key (project_id, measure, period, flag_key, start, variant, source, sdk)
) strict, without rowid;

create index usage_counts_start on usage_counts (project_id, measure, period, start);

-- The users who met a variant in a bucket or a day: hashes while they are few, then a sketch.
create table user_sets (
  project_id integer not null references projects (id) on delete cascade,
  measure text not null,
  period text not null,
  flag_key text not null,
  start text not null,
  variant text not null,
  users blob not null, -- up to 12 KiB
  primary key (project_id, measure, period, flag_key, start, variant)
) strict;

create index user_sets_start on user_sets (project_id, measure, period, start);

-- When flags were first and last in use.
create table seen_flags (
  project_id integer not null references projects (id) on delete cascade,
  flag_key text not null,
  first_seen text not null,
  last_seen text not null,
  last_variant text not null,
  last_sdk text not null,
  primary key (project_id, flag_key)
) strict, without rowid;

-- Flags that code asks for and that do not exist.
create table unknown_flags (
  project_id integer not null references projects (id) on delete cascade,
  flag_key text not null,
  n integer not null,
  first_seen text not null,
  last_seen text not null,
  last_sdk text not null,
  primary key (project_id, flag_key)
) strict, without rowid;

create index unknown_flags_last_seen on unknown_flags (last_seen);

-- Which events were counted. No foreign key: there may be a million of them an hour, and each lives for a day.
create table claimed_events (
  project_id integer not null,
  event_id text not null,
  claimed_at integer not null, -- milliseconds since 1970
  primary key (project_id, event_id)
) strict, without rowid;

create index claimed_events_claimed on claimed_events (claimed_at);

-- 0005-idempotency-keys

-- Which requests were carried out, for whoever sends one again. Each row lives for a day.
create table idempotency_keys (
  organization_id text not null references organizations (id) on delete cascade,
  scope text not null, -- who sent it, and where to
  key text not null, -- as the client chose it
  fingerprint text not null, -- differs between requests that ask for different things
  answer text not null, -- JSON, perhaps encrypted
  created_at text not null,
  primary key (organization_id, scope, key)
) strict;

create index idempotency_keys_created on idempotency_keys (created_at);

-- 0006-project-versions

-- The newest versions of each project, and what was drawn when each was raised.
create table project_versions (
  project_id integer not null references projects (id) on delete cascade,
  version integer not null,
  tag text not null,
  primary key (project_id, version)
) strict, without rowid;

insert into project_versions (project_id, version, tag) select id, version, cast(random() as text) from projects;

-- 0007-usage-keys

alter table flags add column usage_key text;

create index flags_usage_key on flags (project_id, usage_key) where usage_key is not null;

-- 0008-events-add-group-types

alter table projects add column events_add_group_types integer not null default false;

-- 0009-deleted-flags

create index flags_deleted_created on flags (project_id, created_at, id) where deleted = true;

-- 0010-deleted-dashboards

create index dashboards_deleted_listed on dashboards (project_id, pinned desc, sort_name, id, creation_mode)
  where deleted = true;

alter table insights add column without_description integer not null default false;

-- 0011-flag-owner

alter table flags add column owner text not null default '';

alter table flags add column owner_lower text not null default '';

-- 0012-history

alter table activity add column version integer;

alter table activity add column undo text;

alter table activity add column state_before text;

alter table activity add column walk integer;

alter table cohorts add column version integer not null default 1;

create index activity_version on activity (project_id, scope, item_id, version) where version is not null;

-- 0013-kept-activity

create trigger activity_no_update before update on activity
begin select raise(abort, 'rows of activity are never changed or removed'); end;

create trigger activity_no_delete before delete on activity
begin select raise(abort, 'rows of activity are never changed or removed'); end;

create trigger activity_no_replace before insert on activity
when exists (select 1 from activity where id = new.id) or exists (select 1 from activity where seq = new.seq)
begin select raise(abort, 'rows of activity are never changed or removed'); end;

-- 0014-staleness

alter table projects add column stale_not_called_days integer default 30;

alter table projects add column stale_never_called_days integer;

alter table projects add column stale_rolled_out_days integer;

-- 0015-people

-- Who may join an organization, once. The token itself is not kept, only its hash.
create table invitations (
  id text not null primary key,
  organization_id text not null references organizations (id),
  email text not null, -- lower case
  first_name text not null,
  level integer not null, -- 1 member, 8 admin, 15 owner
  role_ids text not null, -- JSON array: those that are gone meanwhile do not count
  secure_token text not null, -- sha256$ and the hash in hexadecimal
  created_by_id integer references users (id), -- null: the system
  created_at text not null,
  expires_at text not null,
  accepted_at text -- null: it is open
) strict;

create unique index invitations_secure_token on invitations (secure_token);

create index invitations_open on invitations (organization_id, created_at, id) where accepted_at is null;

-- Every change of an organization and its people, only ever added to.
create table organization_activity (
  seq integer primary key autoincrement, -- the order of writing, which a clock would not keep
  id text not null unique,
  organization_id text not null references organizations (id),
  user_id integer references users (id), -- null: the system
  verb text not null,
  scope text not null, -- what kind of thing changed
  item_id text not null, -- which one
  detail text not null, -- JSON: the fields before and after
  created_at text not null
) strict;

create index organization_activity_written on organization_activity (organization_id, seq);

-- 0016-kept-people

-- Hashes of personal API keys that were rotated or revoked: what still names their values does not bring them back.
create table retired_keys (
  secure_value text not null primary key, -- sha256$ and the hash in hexadecimal
  retired_at text not null
) strict, without rowid;

create trigger organization_activity_no_update before update on organization_activity
begin select raise(abort, 'rows of organization_activity are never changed or removed'); end;

create trigger organization_activity_no_delete before delete on organization_activity
begin select raise(abort, 'rows of organization_activity are never changed or removed'); end;

create trigger organization_activity_no_replace before insert on organization_activity
when exists (select 1 from organization_activity where id = new.id) or exists (select 1 from organization_activity where seq = new.seq)
begin select raise(abort, 'rows of organization_activity are never changed or removed'); end;

-- 0017-sessions

-- Browsers in which somebody is signed in. What is in the cookie is not kept, only its hash.
create table sessions (
  id text not null primary key,
  user_id integer not null references users (id),
  secure_value text not null, -- sha256$ and the hash in hexadecimal
  method text not null, -- link, password, invitation or openid
  browser text not null, -- what it says it is
  created_at text not null,
  last_used_at text not null,
  expires_at text not null
) strict;

create unique index sessions_secure_value on sessions (secure_value);

create index sessions_user on sessions (user_id, created_at, id);

-- Who may sign in without a password, once. The token itself is not kept, only its hash.
create table sign_in_links (
  id text not null primary key,
  user_id integer not null references users (id),
  secure_token text not null, -- sha256$ and the hash in hexadecimal
  created_at text not null,
  expires_at text not null,
  used_at text -- null: nobody has used it
) strict;

create unique index sign_in_links_secure_token on sign_in_links (secure_token);

create index sign_in_links_user on sign_in_links (user_id, created_at);

-- Apart from users, so that nothing that lists people reads a hash.
create table passwords (
  user_id integer not null primary key references users (id),
  hash text not null, -- with the parameters that it was made with
  changed_at text not null
) strict;

-- 0018-openid-accounts

-- Accounts at OpenID providers by what those promise to give to nobody else.
create table openid_accounts (
  id text not null primary key,
  issuer text not null, -- the provider, as it calls itself
  subject text not null, -- the account there
  user_id integer not null references users (id),
  created_at text not null
) strict;

create unique index openid_accounts_subject on openid_accounts (issuer, subject);

create index openid_accounts_user on openid_accounts (user_id, created_at, id);

-- 0019-activity-of-users

create index activity_user on activity (project_id, user_id, scope, seq) where user_id is not null;

-- 0020-payload-schema

alter table flags add column payload_schema text not null default 'null';

-- 0021-deleted-cohorts

create index cohorts_deleted_created on cohorts (project_id, created_at, id) where deleted = true;

-- 0022-found-by

alter table persons add column found_by text not null default '';

update persons set found_by = case
  when not json_valid(properties) then ''
  when json_type(properties, '$.email') = 'text' then lower(substr(json_extract(properties, '$.email'), 1, 254))
  else ''
end where case
  when not json_valid(properties) then ''
  when json_type(properties, '$.email') = 'text' then lower(substr(json_extract(properties, '$.email'), 1, 254))
  else ''
end <> '';

create index persons_found_by on persons (project_id, found_by) where found_by <> '';

alter table groups add column found_by text not null default '';

update groups set found_by = case
  when not json_valid(properties) then ''
  when json_type(properties, '$.name') = 'text' then lower(substr(json_extract(properties, '$.name'), 1, 254))
  else ''
end where case
  when not json_valid(properties) then ''
  when json_type(properties, '$.name') = 'text' then lower(substr(json_extract(properties, '$.name'), 1, 254))
  else ''
end <> '';

create index groups_found_by on groups (project_id, group_type_index, found_by) where found_by <> '';

-- 0023-known-networks

alter table passwords add column known_networks text not null default '[]';

-- 0024-encryption-check

-- One row at most. A database without it has no encrypted payloads.
create table encryption_check (
  id integer not null primary key, -- always 1
  sealed text not null, -- a known text, encrypted with the key of the payloads
  changed_at text not null
) strict;

-- 0025-project-sizes

-- Bytes of persons and groups: their keys, their properties and 256 for each row.
create table project_sizes (
  project_id integer not null primary key references projects (id) on delete cascade,
  bytes integer not null,
  measured_at text not null -- when the rows were last measured; empty: when this table was made
) strict, without rowid;

insert into project_sizes (project_id, bytes, measured_at)
select project_id, sum(bytes), '' from (
  select project_id, octet_length(distinct_id) + octet_length(properties) + 256 as bytes from persons
  union all
  select project_id, octet_length(key) + octet_length(properties) + 256 as bytes from groups
) as stored group by project_id;

-- 0026-structure-bytes

alter table flags add column structure_bytes integer not null default 0;

alter table cohorts add column structure_bytes integer not null default 0;

create index flags_live_structure on flags (project_id, structure_bytes) where deleted = false;

create index cohorts_live_structure on cohorts (project_id, structure_bytes) where deleted = false;

-- 0027-activity-filters

create index activity_user_item on activity (project_id, user_id, item_id, scope, seq) where user_id is not null;

create index organization_activity_listed on organization_activity (organization_id, seq, scope, user_id, item_id);

drop index organization_activity_written;

-- 0028-organization-slugs

alter table organizations add column slug text;

create unique index organizations_slug on organizations (slug);

-- 0029-usage-epochs

alter table flags add column usage_origin text;

alter table flags add column usage_reset_at text;

create index flags_usage_origin on flags (project_id, usage_origin) where usage_origin is not null;

update flags set is_fully_rolled_out = true where filters like '%"groups":[]%';

-- 0030-recounted-structure

-- 0031-early-access

alter table flags add column early_access text not null default 'null';

create index flags_early_access on flags (project_id, id) where early_access <> 'null';

-- 0032-activity-times

create index activity_time on activity (project_id, created_at, seq);

-- 0033-last-seen

alter table users add column last_seen_at text;

update users set last_seen_at = (
      select max(last_used_at) from (
        select last_used_at from sessions where sessions.user_id = users.id
        union all select last_used_at from personal_api_keys where personal_api_keys.user_id = users.id
      ) as used
    );
