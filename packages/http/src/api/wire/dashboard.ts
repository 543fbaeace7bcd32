import type { DashboardDetails, DashboardSummary, TileAnswers } from '@flagdeck/core/operations'
import { type DashboardAccess, type DashboardWireName, formatTimestamp } from '@flagdeck/core/operations'
import type { Dashboard } from '@flagdeck/core/store'
import * as z from 'zod'
import { tileBody, tileSchema } from './dashboard-tile.ts'
import { document } from './insight.ts'
import { dateTime, timeOrNull, userBodyOrNull, userSchema } from './user.ts'

const summary = {
  id: z.int(),
  name: z.string().nullable(),
  description: z.string(),
  pinned: z.boolean(),
  created_at: dateTime(),
  created_by: userSchema.nullable(),
  last_accessed_at: dateTime().nullable(),
  last_viewed_at: dateTime().nullable(),
  is_shared: z.boolean(),
  deleted: z.boolean(),
  creation_mode: z.enum(['default', 'template', 'duplicate', 'unlisted']),
  tags: z.array(z.string()),
  restriction_level: z.int().describe('21: everybody may edit; 37: only collaborators'),
  effective_restriction_level: z.int(),
  effective_privilege_level: z.int().describe('37: the caller may edit; 21: may only look'),
  user_access_level: z.string(),
  access_control_version: z.enum(['v1', 'v2']),
  last_refresh: dateTime().nullable(),
  team_id: z.int(),
  folder: z.string().nullable(),
}

/** A dashboard in a list (DASH-3). */
export const dashboardSummarySchema = z
  .object({ ...summary, search_match_type: z.enum(['exact', 'similar']).nullable() })
  .meta({ id: 'DashboardSummary' })

/** A dashboard with all of its contents. */
const answered = {
  ...summary,
  filters: document().describe('As stored, with what this request lays over it.'),
  persisted_filters: document().nullable(),
  variables: document(),
  persisted_variables: document().nullable(),
  breakdown_colors: z.array(z.unknown()),
  data_color_theme_id: z.int().nullable(),
  quick_filter_ids: z.array(z.string()),
  customization: document(),
  version: z.int().describe('One more with every change; `If-Match` refuses a change of another version.'),
  tiles: z.array(tileSchema),
} satisfies Record<DashboardWireName, z.ZodType> & Record<string, z.ZodType>

export const dashboardSchema = z.object(answered).meta({ id: 'Dashboard' })

export function dashboardSummaryBody(dashboard: DashboardSummary) {
  return { ...summaryBody(dashboard), search_match_type: dashboard.searchMatchType }
}

export function dashboardBody(dashboard: DashboardDetails, answers: TileAnswers) {
  return {
    ...summaryBody(dashboard),
    filters: dashboard.filters,
    persisted_filters: dashboard.persistedFilters,
    variables: dashboard.variables,
    persisted_variables: dashboard.persistedVariables,
    breakdown_colors: dashboard.breakdownColors,
    data_color_theme_id: dashboard.dataColorThemeId,
    quick_filter_ids: dashboard.quickFilterIds,
    customization: NO_CUSTOMIZATION,
    version: dashboard.version,
    tiles: dashboard.tiles.map((tile) => tileBody(tile, answers)),
  }
}

const NO_CUSTOMIZATION = {}

function summaryBody(dashboard: Dashboard & DashboardAccess) {
  return {
    id: dashboard.id,
    name: dashboard.name,
    description: dashboard.description,
    pinned: dashboard.pinned,
    created_at: formatTimestamp(dashboard.createdAt),
    created_by: userBodyOrNull(dashboard.createdBy),
    last_accessed_at: timeOrNull(dashboard.lastAccessedAt),
    last_viewed_at: null,
    is_shared: false,
    deleted: dashboard.deleted,
    creation_mode: dashboard.creationMode,
    tags: dashboard.tags,
    restriction_level: dashboard.restrictionLevel,
    effective_restriction_level: dashboard.effectiveRestrictionLevel,
    effective_privilege_level: dashboard.effectivePrivilegeLevel,
    user_access_level: dashboard.userAccessLevel,
    access_control_version: dashboard.restrictionLevel > 21 ? ('v1' as const) : ('v2' as const),
    last_refresh: null,
    team_id: dashboard.projectId,
    folder: null,
  }
}
