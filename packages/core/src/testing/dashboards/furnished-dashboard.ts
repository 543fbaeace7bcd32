import { createDashboard } from '../../features/dashboards/create-dashboard.ts'
import type { DashboardDetails, TileDetails } from '../../features/dashboards/dashboard-details.ts'
import { createInsight } from '../../features/dashboards/insights/create-insight.ts'
import { retrieveDashboard } from '../../features/dashboards/retrieve-dashboard.ts'
import { createTextTile } from '../../features/dashboards/tiles/change-text-tile.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type TestDeck, testDeck } from '../test-deck.ts'

export interface FurnishedDeck extends TestDeck {
  readonly dashboard: DashboardDetails
  /** A second dashboard, which is empty. */
  readonly other: DashboardDetails
  /** The tile of an insight, at the top. */
  readonly chart: TileDetails
  /** The tile of a text, below. */
  readonly note: TileDetails
  /** Returns the current content of a dashboard: names of insights and bodies of texts, in order. */
  shown(dashboardId: number): Promise<(string | null | undefined)[]>
}

/** Returns a deck with a dashboard that has an insight and a text. */
export async function furnishedDashboard(): Promise<FurnishedDeck> {
  const deck = await testDeck()
  const { context } = deck
  const dashboard = await createDashboard(context, { name: 'First' })
  const other = await createDashboard(context, { name: 'Second' })
  await createInsight(context, { name: 'Chart', dashboardIds: [dashboard.id] })
  await createTextTile(context, dashboard.id, { body: 'Note', layouts: box(0, 200), color: 'blue' })
  const { tiles } = await retrieveDashboard(context, dashboard.id)
  const [chart, note] = tiles
  if (!chart || !note) throw new Error('the dashboard is not furnished')
  return { ...deck, dashboard, other, chart, note, shown: (dashboardId) => shown(context, dashboardId) }
}

async function shown(ctx: ProjectContext, dashboardId: number) {
  const { tiles } = await retrieveDashboard(ctx, dashboardId)
  return tiles.map(({ insight, text }) => (insight ? insight.name : text?.body))
}

/** Returns a layout for wide screens. */
export function box(x: number, y: number, w = 6, h = 5): JsonObject {
  return { sm: { x, y, w, h } }
}
