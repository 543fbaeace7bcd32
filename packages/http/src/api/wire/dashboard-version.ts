import type { DashboardVersion } from '@flagdeck/core'
import { formatTimestamp } from '@flagdeck/core/operations'
import { z } from 'zod'
import { dashboardSchema } from './dashboard.ts'
import { document } from './insight.ts'
import { historicalBody, historicalFields } from './version.ts'

const SHOWN = dashboardSchema.pick({
  id: true,
  name: true,
  description: true,
  pinned: true,
  deleted: true,
  filters: true,
  variables: true,
  breakdown_colors: true,
  data_color_theme_id: true,
  quick_filter_ids: true,
  tags: true,
  restriction_level: true,
  created_at: true,
})

const tileVersion = z.object({
  insight: z.int().nullable().describe('the id of the insight on it'),
  text: z.object({ id: z.int(), body: z.string().nullable() }).nullable(),
  layouts: document(),
  color: z.string().nullable(),
  filters_overrides: document(),
  show_description: z.boolean().nullable(),
  transparent_background: z.boolean().nullable(),
})

/** A dashboard as it was at a version (HIST-5). */
export const dashboardVersionSchema = z
  .object({
    ...SHOWN.shape,
    created_by: z.int().nullable().describe('the id of who made the dashboard'),
    ...historicalFields,
    tiles: z.array(tileVersion),
  })
  .meta({ id: 'DashboardVersion' })

export function dashboardVersionBody(dashboard: DashboardVersion) {
  return {
    id: dashboard.id,
    name: dashboard.name,
    description: dashboard.description,
    pinned: dashboard.pinned,
    deleted: dashboard.deleted,
    filters: dashboard.filters,
    variables: dashboard.variables,
    breakdown_colors: dashboard.breakdownColors,
    data_color_theme_id: dashboard.dataColorThemeId,
    quick_filter_ids: dashboard.quickFilterIds,
    tags: dashboard.tags,
    restriction_level: dashboard.restrictionLevel,
    created_at: formatTimestamp(dashboard.createdAt),
    created_by: dashboard.createdBy?.id ?? null,
    ...historicalBody(dashboard),
    tiles: dashboard.tiles.map((tile) => ({
      insight: tile.insightId,
      text: tile.text,
      layouts: tile.layouts,
      color: tile.color,
      filters_overrides: tile.filtersOverrides,
      show_description: tile.showDescription,
      transparent_background: tile.transparentBackground,
    })),
  }
}
