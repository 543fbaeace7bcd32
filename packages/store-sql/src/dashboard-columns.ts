import type { GeneratedAlways } from 'kysely'
import type { BooleanColumn, JsonColumn, NullableBooleanColumn, TimestampColumn } from './schema.ts'

export interface DashboardColumns {
  id: GeneratedAlways<number>
  project_id: number
  name: string | null
  sort_name: string
  search_text: string
  description: string
  pinned: BooleanColumn
  created_by_id: number | null
  created_at: TimestampColumn
  last_accessed_at: TimestampColumn | null
  deleted: BooleanColumn
  creation_mode: string
  filters: JsonColumn
  variables: JsonColumn
  breakdown_colors: JsonColumn
  data_color_theme_id: number | null
  quick_filter_ids: JsonColumn
  tags: JsonColumn
  restriction_level: number
  version: number
}

export interface TextCardColumns {
  id: GeneratedAlways<number>
  project_id: number
  body: string | null
  created_by_id: number | null
  last_modified_at: TimestampColumn
  last_modified_by_id: number | null
}

export interface InsightColumns {
  id: GeneratedAlways<number>
  project_id: number
  short_id: string
  name: string | null
  derived_name: string | null
  description: string
  without_description: BooleanColumn
  search_text: string
  query: JsonColumn
  tags: JsonColumn
  favorited: BooleanColumn
  saved: BooleanColumn
  is_sample: BooleanColumn
  deleted: BooleanColumn
  deletion_id: string | null
  created_by_id: number | null
  created_at: TimestampColumn
  updated_at: TimestampColumn
  last_modified_at: TimestampColumn
  last_modified_by_id: number | null
}

export interface TileColumns {
  id: GeneratedAlways<number>
  project_id: number
  dashboard_id: number
  insight_id: number | null
  text_id: number | null
  layouts: JsonColumn
  color: string | null
  filters_overrides: JsonColumn
  show_description: NullableBooleanColumn
  transparent_background: NullableBooleanColumn
  deleted: BooleanColumn
  deletion_id: string | null
}

export interface DashboardTemplateColumns {
  id: string
  project_id: number
  template_name: string
  dashboard_description: string
  dashboard_filters: JsonColumn
  tags: JsonColumn
  tiles: JsonColumn
  variables: JsonColumn
  image_url: string | null
  scope: string
  is_featured: BooleanColumn
  deleted: BooleanColumn
  created_by_id: number | null
  created_at: TimestampColumn
}

export interface DashboardCollaboratorColumns {
  id: string
  project_id: number
  dashboard_id: number
  user_id: number
  level: number
  added_at: TimestampColumn
  updated_at: TimestampColumn
}

/** The tables of dashboards and of their contents. */
export interface DashboardSchema {
  dashboards: DashboardColumns
  text_cards: TextCardColumns
  insights: InsightColumns
  tiles: TileColumns
  dashboard_templates: DashboardTemplateColumns
  dashboard_collaborators: DashboardCollaboratorColumns
}
