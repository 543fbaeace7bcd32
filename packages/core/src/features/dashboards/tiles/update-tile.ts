import type * as z from 'zod'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { liveTile } from '../dashboard-contents.ts'
import type { TileDetails } from '../dashboard-details.ts'
import type { ChangeDashboardOptions } from '../lock-dashboard.ts'
import { saveTile } from './apply-tile-entries.ts'
import { changeTiles } from './change-tiles.ts'
import { tileAnswer } from './tile-answer.ts'
import { updateTileSchema } from './tile-input.ts'

/** The changes of a tile. */
export type UpdateTileInput = Readonly<z.input<typeof updateTileSchema>>

/** Changes the display fields of the tile of an insight. */
export async function updateTile(
  ctx: ProjectContext,
  dashboardId: number,
  input: UpdateTileInput,
  options: ChangeDashboardOptions = {},
): Promise<TileDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const { tileId, ...look } = parseInput(updateTileSchema, input)
  return changeTiles(ctx, dashboardId, options, async (tx, _, contents) => {
    const before = liveTile(contents, tileId)
    if (before.content.kind === 'text') {
      throw invalidInput([violation('tileId', 'invalid_input', 'Tile is a text tile.')])
    }
    const after = await saveTile(tx, before, look)
    return { changes: [{ before, after }], answer: tileAnswer(tx, ctx, after.id) }
  })
}
