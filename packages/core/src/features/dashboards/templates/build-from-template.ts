import type { Dashboard, NewDashboard } from '../../../data/records/dashboard.ts'
import type { TileContent } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { startYielding } from '../../../foundation/time/yield.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { insertInsight } from '../insights/save-insight.ts'
import { newDashboard } from '../new-dashboard.ts'
import { insertDashboard } from '../save-dashboard.ts'
import { filledOr } from '../sent-document.ts'
import { insertText, placeTiles, type TileLook } from '../tiles/place-tile.ts'
import type { CheckedTemplate } from './check-template.ts'
import { type TemplateTile, tiledInsight } from './template-tile.ts'

/** Creates a dashboard from a template. Non-empty `fields` take precedence; the template's tags are added (DASH-72). */
export async function buildFromTemplate(
  tx: Transaction,
  ctx: ProjectContext,
  template: CheckedTemplate,
  fields: Partial<NewDashboard>,
): Promise<Dashboard> {
  const draft = newDashboard(ctx, {
    ...fields,
    name: fields.name || template.templateName,
    description: fields.description || template.dashboardDescription,
    filters: filledOr(fields.filters, template.dashboardFilters),
    tags: [...new Set([...(fields.tags ?? []), ...template.tags])],
  })
  const dashboard = await insertDashboard(tx, ctx, draft)
  const contents = await startYielding(template.tiles, (tile) => insertContent(tx, ctx, tile))
  await placeTiles(tx, dashboard, contents, template.tiles.map(lookOf))
  return dashboard
}

async function insertContent(tx: Transaction, ctx: ProjectContext, tile: TemplateTile): Promise<TileContent> {
  if (tile.type === 'TEXT') {
    // No user of this project wrote the text.
    const text = await insertText(tx, ctx, tile.body ?? null, null)
    return { kind: 'text', textId: text.id }
  }
  const insight = await insertInsight(tx, ctx, { ...tiledInsight(tile), isSample: true })
  return { kind: 'insight', insightId: insight.id }
}

function lookOf(tile: TemplateTile): TileLook {
  return {
    layouts: tile.layouts ?? {},
    color: tile.color ?? null,
    filtersOverrides: tile.filters_overrides ?? {},
    showDescription: tile.show_description ?? null,
    transparentBackground: tile.transparent_background ?? null,
  }
}
