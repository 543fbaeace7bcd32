import type * as z from 'zod'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { liveTile } from '../dashboard-contents.ts'
import type { ChangeDashboardOptions } from '../lock-dashboard.ts'
import { changeTiles } from './change-tiles.ts'
import { compactTiles } from './compact-tiles.ts'
import type { TileChange } from './tile-change.ts'
import { deleteTileSchema } from './tile-input.ts'

export type DeleteTileInput = Readonly<z.input<typeof deleteTileSchema>>

/** Deletes a tile of a dashboard, and moves the others up into the free space (DASH-57). */
export async function deleteTile(
  ctx: ProjectContext,
  dashboardId: number,
  input: DeleteTileInput,
  options: ChangeDashboardOptions = {},
): Promise<void> {
  authorize(ctx.actor, 'dashboard:write')
  const { tileId } = parseInput(deleteTileSchema, input)
  await changeTiles(ctx, dashboardId, options, async (tx, _, contents) => {
    const tile = liveTile(contents, tileId)
    const others = contents.live.filter(({ id }) => id !== tileId)
    const moved = new Map((await compactTiles(others)).map((each) => [each.id, each]))
    const changes: TileChange[] = [
      { before: tile, after: { ...tile, deleted: true, deletionId: null } },
      ...others.flatMap((before) => {
        const after = moved.get(before.id)
        return after && after !== before ? [{ before, after }] : []
      }),
    ]
    for (const { after } of changes) if (after) await tx.tiles.update(after)
    return { changes, answer: async () => undefined }
  })
}
