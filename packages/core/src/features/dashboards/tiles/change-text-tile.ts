import type * as z from 'zod'
import { userOf } from '../../../data/records/actor.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { withoutUndefined } from '../../../foundation/json/json-value.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { liveTile } from '../dashboard-contents.ts'
import type { TileDetails } from '../dashboard-details.ts'
import type { ChangeDashboardOptions } from '../lock-dashboard.ts'
import { saveTile } from './apply-tile-entries.ts'
import { saveText } from './change-text.ts'
import { changeTiles } from './change-tiles.ts'
import { insertText, placeTile, refuseTooManyTiles } from './place-tile.ts'
import { tileAnswer } from './tile-answer.ts'
import { createTextTileSchema, updateTextTileSchema } from './tile-input.ts'

/** The text of a new tile, and its display fields. */
export type CreateTextTileInput = Readonly<z.input<typeof createTextTileSchema>>
/** The changes of a text tile. */
export type UpdateTextTileInput = Readonly<z.input<typeof updateTextTileSchema>>

/** Creates a text on a dashboard. */
export async function createTextTile(
  ctx: ProjectContext,
  dashboardId: number,
  input: CreateTextTileInput,
  options: ChangeDashboardOptions = {},
): Promise<TileDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const { body, ...look } = parseInput(createTextTileSchema, input)
  return changeTiles(ctx, dashboardId, options, async (tx, dashboard, { live }) => {
    refuseTooManyTiles(live.length + 1)
    const text = await insertText(tx, ctx, body)
    const after = await placeTile(tx, dashboard, { kind: 'text', textId: text.id }, withoutUndefined(look))
    return { changes: [{ before: null, after }], answer: tileAnswer(tx, ctx, after.id) }
  })
}

/** Changes a text, its display, or both. Its author stays the author. */
export async function updateTextTile(
  ctx: ProjectContext,
  dashboardId: number,
  input: UpdateTextTileInput,
  options: ChangeDashboardOptions = {},
): Promise<TileDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const { tileId, body, ...look } = parseInput(updateTextTileSchema, input)
  return changeTiles(ctx, dashboardId, options, async (tx, _, contents, access) => {
    const before = liveTile(contents, tileId)
    const text = before.content.kind === 'text' ? contents.texts.get(before.content.textId) : undefined
    if (!text) throw invalidInput([violation('tileId', 'invalid_input', 'Tile is not a text tile.')])
    const isChanged = body !== undefined && body !== text.body
    const changed = isChanged
      ? await saveText(tx, ctx, access, { ...text, body, lastModifiedBy: userOf(ctx.actor) })
      : text
    const after = await saveTile(tx, before, look)
    const change = { before, after, text: { before: text, after: changed } }
    return { changes: [change], answer: tileAnswer(tx, ctx, after.id) }
  })
}
