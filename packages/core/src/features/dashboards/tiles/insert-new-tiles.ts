import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { TileContent } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { startYielding } from '../../../foundation/time/yield.ts'
import { refuseIfAny } from '../../../foundation/validation/refuse.ts'
import { doesNotExist, type Violation, violation } from '../../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { refuseUnknownKinds, sentLook } from './apply-tile-entries.ts'
import { insertText, placeTiles } from './place-tile.ts'
import { refuseLargeLooks } from './refuse-large-looks.ts'
import type { NewTileEntry } from './tile-input.ts'

/** Refuses entries of a new dashboard without content for a tile (DASH-100). */
export function checkNewTiles(entries: readonly NewTileEntry[]): void {
  refuseUnknownKinds(entries)
  refuseIfAny([...entries.flatMap(contentViolations), ...repeatedInsights(entries)])
  refuseLargeLooks(
    entries.map(({ layouts, filtersOverrides }) => ({
      layouts: layouts ?? {},
      filters_overrides: filtersOverrides ?? {},
    })),
  )
}

/** Creates the tiles of a new dashboard: texts are created, and insights must exist. */
export async function insertNewTiles(
  tx: Transaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  entries: readonly NewTileEntry[],
): Promise<void> {
  const contents = await startYielding(entries, (entry) => contentOf(tx, ctx, entry))
  await placeTiles(tx, dashboard, contents, entries.map(sentLook))
}

/** Refuses insights that do not exist. The project is locked, so no transaction deletes them before the commit. */
export async function requireInsights(
  tx: Transaction,
  ctx: ProjectContext,
  entries: readonly NewTileEntry[],
): Promise<void> {
  const ids = entries.flatMap(({ insight }) => (insight ? [insight.id] : []))
  if (ids.length === 0) return
  await tx.projects.lock(ctx.project.id)
  const found = await tx.insights.findMany(ctx.project.id, ids)
  const live = new Set(found.flatMap(({ id, deleted }) => (deleted ? [] : [id])))
  refuseIfAny(
    entries.flatMap(({ insight }, place) =>
      insight && !live.has(insight.id) ? [doesNotExist(`tiles__${place}__insight__id`, insight.id)] : [],
    ),
  )
}

async function contentOf(tx: Transaction, ctx: ProjectContext, { text, insight }: NewTileEntry): Promise<TileContent> {
  if (insight) return { kind: 'insight', insightId: insight.id }
  return { kind: 'text', textId: (await insertText(tx, ctx, text?.body ?? null)).id }
}

function contentViolations({ text, insight, deleted }: NewTileEntry, place: number): Violation[] {
  const tile = `tiles__${place}`
  if (deleted) return [violation(`${tile}__deleted`, 'invalid_input', 'A new dashboard has no tiles to delete.')]
  const hasText = text?.body !== undefined
  if (hasText !== Boolean(insight)) return []
  const detail = 'A new tile must have either a `text` with a `body`, or an `insight` with an `id`.'
  return [violation(tile, 'invalid_input', detail)]
}

function repeatedInsights(entries: readonly NewTileEntry[]): Violation[] {
  const seen = new Set<number>()
  return entries.flatMap(({ insight }, place) => {
    if (!insight) return []
    const isRepeated = seen.has(insight.id)
    seen.add(insight.id)
    const detail = 'Another tile of the dashboard shows this insight.'
    return isRepeated ? [violation(`tiles__${place}__insight__id`, 'invalid_input', detail)] : []
  })
}
