import type { DashboardVersion } from '@flagdeck/core/operations'
import { DASHBOARD_FIELDS, versionedNames } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { dashboardSchema } from './dashboard.ts'
import { document } from './insight.ts'
import { historicalBody, historicalFields, keptBody } from './version.ts'

/** In the order of the response. */
const SHOWN = { id: true, ...versionedNames(DASHBOARD_FIELDS) } as const

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
    ...dashboardSchema.pick(SHOWN).shape,
    ...historicalFields('dashboard'),
    tiles: z.array(tileVersion),
  })
  .meta({ id: 'DashboardVersion' })

export function dashboardVersionBody(
  dashboard: DashboardVersion,
): DeepReadonly<z.output<typeof dashboardVersionSchema>> {
  return {
    ...keptBody(DASHBOARD_FIELDS, SHOWN, dashboard),
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
