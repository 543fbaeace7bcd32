import type { DashboardListFilters, DashboardOverrides } from '@flagdeck/core/operations'
import { parseOverride } from '@flagdeck/core/operations'
import * as z from 'zod'
import { pageQuery, switchText } from './page.ts'

const text = () => z.string().optional()

/** The query of the dashboard list (DASH-4). Core parses the values. */
export const dashboardListQuery = z.object({
  ...pageQuery,
  search: text().describe('part of the name, the description or a tag'),
  tags: z.array(z.string()).optional().describe('any of these'),
  creation_mode: z
    .string()
    .meta({ enum: ['default', 'template', 'duplicate', 'unlisted'] })
    .optional(),
  pinned: switchText(),
  exclude_generated: switchText().describe('true hides dashboards that flags generated'),
  deleted: switchText().describe('true shows the deleted ones instead'),
})

export function dashboardListFilters(query: z.output<typeof dashboardListQuery>): DashboardListFilters {
  return {
    search: query.search,
    tags: query.tags,
    creationMode: query.creation_mode,
    pinned: query.pinned,
    excludeGenerated: query.exclude_generated,
    deleted: query.deleted,
  }
}

/** Whether to wait for the newest numbers. */
export function refreshParameter() {
  return text().describe('force_cache, or blocking to wait until everything counted so far is in')
}

/** The overrides that a request applies to a dashboard in its own response. */
export const dashboardOverridesQuery = z.object({
  filters_override: text().describe('JSON object'),
  variables_override: text().describe('JSON object'),
  refresh: refreshParameter(),
})

export function dashboardOverrides(query: z.output<typeof dashboardOverridesQuery>): DashboardOverrides {
  return {
    filtersOverride: parseOverride('filtersOverride', query.filters_override),
    variablesOverride: parseOverride('variablesOverride', query.variables_override),
  }
}
