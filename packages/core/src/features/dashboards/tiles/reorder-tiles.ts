import type * as z from 'zod'
import type { Tile } from '../../../data/records/tile.ts'
import { invalidInput, notFound } from '../../../foundation/errors/domain-error.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type DashboardDetails, describeDashboard } from '../dashboard-details.ts'
import type { ChangeDashboardOptions } from '../lock-dashboard.ts'
import { arrangeTiles } from './arrange-tiles.ts'
import { changeTiles } from './change-tiles.ts'
import type { TileChange } from './tile-change.ts'
import { reorderTilesSchema } from './tile-input.ts'

/** The tiles in their new order, and their layout. */
export type ReorderTilesInput = Readonly<z.input<typeof reorderTilesSchema>>

/** Orders tiles by giving them new positions. Tiles that are not named follow in their current order (DASH-55). */
export async function reorderTiles(
  ctx: ProjectContext,
  dashboardId: number,
  input: ReorderTilesInput,
  options: ChangeDashboardOptions = {},
): Promise<DashboardDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const { tileOrder, layout = 'preserve' } = checkOrder(input)
  return changeTiles(ctx, dashboardId, options, async (tx, _, { live }) => {
    const arranged = await arrangeTiles(inWantedOrder(live, tileOrder), layout)
    const before = new Map(live.map((tile) => [tile.id, tile]))
    const changes: TileChange[] = arranged.map((after) => ({ before: before.get(after.id) ?? null, after }))
    for (const { after } of changes) if (after) await tx.tiles.update(after)
    return { changes, answer: (saved, access) => describeDashboard(tx, ctx, saved, access) }
  })
}

function checkOrder(input: unknown) {
  const checked = parseInput(reorderTilesSchema, input)
  if (new Set(checked.tileOrder).size === checked.tileOrder.length) return checked
  throw invalidInput([violation('tileOrder', 'invalid_input', 'tile_order must contain unique tile IDs')])
}

function inWantedOrder(live: readonly Tile[], order: readonly number[]): Tile[] {
  const tiles = new Map(live.map((tile) => [tile.id, tile]))
  const unknown = order.filter((id) => !tiles.has(id))
  if (unknown.length > 0) throw notFound(`Tile IDs not found on this dashboard: [${unknown.join(', ')}]`)
  const named = new Set(order)
  return [...order.flatMap((id) => tiles.get(id) ?? []), ...live.filter((tile) => !named.has(tile.id))]
}
