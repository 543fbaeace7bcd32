import type { Dashboard, DashboardIndex, NewDashboard } from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { booleanFrom, documentFrom, timestampFrom } from '../column-values.ts'
import type { DashboardColumns } from '../dashboard-columns.ts'
import type { SqlContext } from '../sql-context.ts'
import { decodeText } from '../sql-value.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'
import { labelsFrom, labelsOf } from './labels.ts'
import { perhapsText } from './perhaps-text.ts'

export type DashboardRow = Selectable<Omit<DashboardColumns, 'sort_name' | 'search_text' | 'created_by_id'>> &
  PerhapsUser<'creator'>

/** Selects dashboards (as `dashboard`), each with its creator. */
export function dashboardsWithCreator({ db }: SqlContext) {
  return db
    .selectFrom('dashboards as dashboard')
    .leftJoin('users as creator', 'creator.id', 'dashboard.created_by_id')
    .select([
      'dashboard.id',
      'dashboard.project_id',
      'dashboard.name',
      'dashboard.description',
      'dashboard.pinned',
      'dashboard.created_at',
      'dashboard.last_accessed_at',
      'dashboard.deleted',
      'dashboard.creation_mode',
      'dashboard.filters',
      'dashboard.variables',
      'dashboard.breakdown_colors',
      'dashboard.data_color_theme_id',
      'dashboard.quick_filter_ids',
      'dashboard.tags',
      'dashboard.restriction_level',
      'dashboard.version',
      ...userColumns('creator'),
    ])
}

const creatorFrom = perhapsJoinedUser('creator')

export function dashboardFrom(row: DashboardRow): Dashboard {
  return {
    id: row.id,
    projectId: row.project_id,
    name: perhapsText(row.name),
    description: decodeText(row.description),
    pinned: booleanFrom(row.pinned),
    createdBy: creatorFrom(row),
    createdAt: timestampFrom(row.created_at),
    lastAccessedAt: timestampFrom(row.last_accessed_at),
    deleted: booleanFrom(row.deleted),
    // Only creation modes and restriction levels are written to these columns.
    creationMode: row.creation_mode as Dashboard['creationMode'],
    filters: documentFrom(row.filters),
    variables: documentFrom(row.variables),
    breakdownColors: documentFrom(row.breakdown_colors),
    dataColorThemeId: row.data_color_theme_id,
    quickFilterIds: documentFrom(row.quick_filter_ids),
    tags: labelsFrom(row.tags),
    restrictionLevel: row.restriction_level as Dashboard['restrictionLevel'],
    version: row.version,
  }
}

/** Returns every column, including optional ones. */
export function dashboardRowOf(dashboard: NewDashboard, index: DashboardIndex): Required<Insertable<DashboardColumns>> {
  return {
    project_id: dashboard.projectId,
    name: dashboard.name,
    sort_name: index.sortName,
    search_text: index.searchText,
    description: dashboard.description,
    pinned: dashboard.pinned,
    created_by_id: dashboard.createdBy?.id ?? null,
    created_at: dashboard.createdAt,
    last_accessed_at: dashboard.lastAccessedAt,
    deleted: dashboard.deleted,
    creation_mode: dashboard.creationMode,
    filters: JSON.stringify(dashboard.filters),
    variables: JSON.stringify(dashboard.variables),
    breakdown_colors: JSON.stringify(dashboard.breakdownColors),
    data_color_theme_id: dashboard.dataColorThemeId,
    quick_filter_ids: JSON.stringify(dashboard.quickFilterIds),
    tags: labelsOf(dashboard.tags),
    restriction_level: dashboard.restrictionLevel,
    version: dashboard.version,
  }
}
