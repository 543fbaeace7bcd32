import type { Tile } from '../../../data/records/tile.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DashboardContents, loadContents } from '../dashboard-contents.ts'
import { requireDashboard } from '../lock-dashboard.ts'
import { type TemplateDocument, templateDocument } from './template-document.ts'
import { tiledInsight } from './template-tile.ts'

/** Returns the JSON of a template that creates an equal dashboard (DASH-76). */
export async function exportTemplate(ctx: ProjectContext, dashboardId: number): Promise<TemplateDocument> {
  authorize(ctx.actor, 'dashboard:read')
  return ctx.store.read(async (tx) => {
    const dashboard = await requireDashboard(tx, ctx, dashboardId)
    if (dashboard.deleted) throw recordNotFound('Dashboard', dashboardId, ctx)
    const contents = await loadContents(tx, dashboard)
    return templateDocument({
      templateName: dashboard.name ?? '',
      dashboardDescription: dashboard.description,
      dashboardFilters: dashboard.filters,
      tags: dashboard.tags,
      tiles: contents.live.map((tile) => exportedTile(tile, contents)),
      variables: [],
    })
  })
}

/** Returns a tile in the form of templates. */
export function exportedTile(tile: Tile, { insights, texts }: DashboardContents): JsonObject {
  const { content } = tile
  if (content.kind === 'text')
    return { type: 'TEXT', body: texts.get(content.textId)?.body ?? null, ...exportedLook(tile) }
  return { type: 'INSIGHT', ...tiledInsight(insights.get(content.insightId) ?? {}), ...exportedLook(tile) }
}

function exportedLook(tile: Tile): JsonObject {
  return {
    color: tile.color,
    layouts: tile.layouts,
    filters_overrides: tile.filtersOverrides,
    show_description: tile.showDescription,
    transparent_background: tile.transparentBackground,
  }
}
