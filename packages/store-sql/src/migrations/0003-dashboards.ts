import type { ColumnTypes } from '../sql-dialect.ts'
import type { Migration } from './migration.ts'

/** Dashboards and their contents. */
export const dashboards: Migration = {
  name: '0003-dashboards',
  statements: (type) => [
    ...dashboardTables(type),
    ...contentTables(type),
    ...tileTables(type),
    ...templateTables(type),
    ...collaboratorTables(type),
  ],
}

function dashboardTables({ id, text, integer, boolean, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Pages of charts and texts, deleted ones too.
create table dashboards (
  id ${id},
  project_id ${integer} not null references projects (id) on delete cascade,
  name ${text},
  sort_name ${text} not null, -- what lists are in the order of
  search_text ${text} not null, -- what a search looks for its needle in
  description ${text} not null,
  pinned ${boolean} not null,
  created_by_id ${integer} references users (id), -- null: the system
  created_at ${text} not null,
  last_accessed_at ${text}, -- looking is no change: it makes no new version
  deleted ${boolean} not null,
  creation_mode ${text} not null, -- default, template, duplicate or unlisted
  filters ${text} not null, -- JSON
  variables ${text} not null, -- JSON
  breakdown_colors ${text} not null, -- JSON array
  data_color_theme_id ${integer},
  quick_filter_ids ${text} not null, -- JSON array
  tags ${text} not null, -- JSON array
  restriction_level ${integer} not null, -- 21 everyone can edit, 37 only collaborators
  version ${integer} not null, -- one more with every change of the dashboard or of a tile
  unique (project_id, id) -- for the foreign keys that keep what is on a dashboard inside its project
)${tableOptions}`,
    // With the creation mode as its last column, this index alone finds a page of the default list, which excludes one
    // mode.
    `create index dashboards_live_listed on dashboards (project_id, pinned desc, sort_name, id, creation_mode)
  where deleted = false`,
  ]
}

function contentTables({ id, text, integer, boolean, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Texts to put on dashboards.
create table text_cards (
  id ${id},
  project_id ${integer} not null references projects (id) on delete cascade,
  body ${text},
  created_by_id ${integer} references users (id), -- null: a template
  last_modified_at ${text} not null,
  last_modified_by_id ${integer} references users (id), -- null: nobody since it was made
  unique (project_id, id) -- for the foreign key that keeps tiles inside the project
)${tableOptions}`,
    `-- Questions about usage, deleted ones too.
create table insights (
  id ${id},
  project_id ${integer} not null references projects (id) on delete cascade,
  short_id ${text} not null, -- how links name it
  name ${text},
  derived_name ${text},
  description ${text} not null,
  search_text ${text} not null, -- what a search looks for its needle in
  query ${text} not null, -- JSON, or JSON null
  tags ${text} not null, -- JSON array
  favorited ${boolean} not null,
  saved ${boolean} not null,
  is_sample ${boolean} not null, -- made from a template
  deleted ${boolean} not null,
  deletion_id ${text}, -- the deletion of a dashboard that took it along
  created_by_id ${integer} references users (id),
  created_at ${text} not null,
  updated_at ${text} not null,
  last_modified_at ${text} not null,
  last_modified_by_id ${integer} references users (id),
  unique (project_id, id) -- for the foreign key that keeps tiles inside the project
)${tableOptions}`,
    'create unique index insights_short_id on insights (project_id, short_id)',
    'create index insights_live_created on insights (project_id, created_at, id) where deleted = false',
  ]
}

function tileTables({ id, text, integer, boolean, tableOptions }: ColumnTypes): string[] {
  return [
    `-- What is where on a dashboard, deleted tiles too: they come back with their dashboard.
create table tiles (
  id ${id},
  project_id ${integer} not null,
  dashboard_id ${integer} not null,
  insight_id ${integer},
  text_id ${integer},
  layouts ${text} not null, -- JSON: a box for each breakpoint
  color ${text},
  filters_overrides ${text} not null, -- JSON
  show_description ${boolean},
  transparent_background ${boolean},
  deleted ${boolean} not null,
  deletion_id ${text}, -- the deletion of the dashboard that took it along
  check ((insight_id is null) <> (text_id is null)),
  foreign key (project_id, dashboard_id) references dashboards (project_id, id) on delete cascade,
  foreign key (project_id, insight_id) references insights (project_id, id) on delete cascade,
  foreign key (project_id, text_id) references text_cards (project_id, id) on delete cascade
)${tableOptions}`,
    // Both indexes start with these columns, so that either finds the tiles of one dashboard.
    'create unique index tiles_insight on tiles (project_id, dashboard_id, insight_id)',
    'create unique index tiles_text on tiles (project_id, dashboard_id, text_id)',
    'create index tiles_showing_insight on tiles (project_id, insight_id) where insight_id is not null',
    'create index tiles_showing_text on tiles (project_id, text_id) where text_id is not null',
  ]
}

function templateTables({ text, integer, boolean, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Dashboards to make dashboards from, deleted ones too.
create table dashboard_templates (
  id ${text} not null primary key,
  project_id ${integer} not null references projects (id) on delete cascade,
  template_name ${text} not null,
  dashboard_description ${text} not null,
  dashboard_filters ${text} not null, -- JSON
  tags ${text} not null, -- JSON array
  tiles ${text} not null, -- JSON array
  variables ${text} not null, -- JSON array
  image_url ${text},
  scope ${text} not null, -- team, global or feature_flag
  is_featured ${boolean} not null,
  deleted ${boolean} not null,
  created_by_id ${integer} references users (id),
  created_at ${text} not null
)${tableOptions}`,
    `create unique index dashboard_templates_live_name on dashboard_templates (project_id, template_name)
  where deleted = false`,
  ]
}

function collaboratorTables({ text, integer, tableOptions }: ColumnTypes): string[] {
  return [
    `-- Who may edit a dashboard that not everyone may edit.
create table dashboard_collaborators (
  id ${text} not null primary key,
  project_id ${integer} not null,
  dashboard_id ${integer} not null,
  user_id ${integer} not null references users (id),
  level ${integer} not null, -- 37 edit
  added_at ${text} not null,
  updated_at ${text} not null,
  foreign key (project_id, dashboard_id) references dashboards (project_id, id) on delete cascade
)${tableOptions}`,
    `create unique index dashboard_collaborators_pair
  on dashboard_collaborators (project_id, dashboard_id, user_id)`,
  ]
}
