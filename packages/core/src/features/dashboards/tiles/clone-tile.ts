import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Insight } from '../../../data/records/insight.ts'
import type { InsightInputName } from '../../../data/records/insight-fields.ts'
import type { Tile, TileContent } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { startYielding } from '../../../foundation/time/yield.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import type { DashboardContents } from '../dashboard-contents.ts'
import { insertInsight } from '../insights/save-insight.ts'
import { insertText, lookOf, placeTiles } from './place-tile.ts'

/** Creates tiles on a dashboard that show copies of the contents of these tiles. */
export async function cloneTiles(
  tx: Transaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  tiles: readonly Tile[],
  from: DashboardContents,
): Promise<Tile[]> {
  const contents = await startYielding(tiles, ({ content }) => cloneContent(tx, ctx, content, from))
  return placeTiles(tx, dashboard, contents, tiles.map(lookOf))
}

async function cloneContent(
  tx: Transaction,
  ctx: ProjectContext,
  content: TileContent,
  from: DashboardContents,
): Promise<TileContent> {
  if (content.kind === 'text') {
    const text = await insertText(tx, ctx, from.texts.get(content.textId)?.body ?? null)
    return { kind: 'text', textId: text.id }
  }
  const copy = await insertInsight(tx, ctx, copiedFields(from.insights.get(content.insightId)))
  return { kind: 'insight', insightId: copy.id }
}

/** Returns all fields of an insight that callers set, except those that belong to the copy. */
function copiedFields(
  insight: Insight | undefined,
): Pick<Insight, Exclude<InsightInputName, 'favorited' | 'saved' | 'deleted'>> {
  const { name = null, derivedName = null, description = '', query = null, tags = [] } = insight ?? {}
  return { name: copyName(name), derivedName, description, query, tags }
}

function copyName(name: string | null): string | null {
  return name === null ? null : `${name} (Copy)`
}
