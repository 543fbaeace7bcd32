import type * as z from 'zod'
import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { refusal } from '../../../foundation/validation/refuse.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember, type ProjectAccess } from '../../../runtime/access/project-access.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { authorizeDashboardEdit } from '../dashboard-access.ts'
import { liveTile, loadContents, sameContent } from '../dashboard-contents.ts'
import { type DashboardDetails, describeDashboard } from '../dashboard-details.ts'
import { type ChangeDashboardOptions, lockBoth, refuseStaleDashboard } from '../lock-dashboard.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { lookOf, placeTile, refuseTooManyTiles } from './place-tile.ts'
import { type TileChange, tileFieldChanges } from './tile-change.ts'
import { copyTileSchema } from './tile-input.ts'

/** The dashboard and the tile to copy. */
export type CopyTileInput = Readonly<z.input<typeof copyTileSchema>>

/** Shows the content of a tile of another dashboard on this one too. Returns this dashboard (DASH-53). */
export async function copyTile(
  ctx: ProjectContext,
  dashboardId: number,
  input: CopyTileInput,
  { ifVersion }: ChangeDashboardOptions = {},
): Promise<DashboardDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const { fromDashboardId, tileId } = parseInput(copyTileSchema, input)
  return writeStore(ctx, async (tx) => {
    const access = await authorizeMember(tx, ctx)
    const locked = await lockBoth(tx, ctx, dashboardId, fromDashboardId)
    const destination = await destinationOf(tx, ctx, access, locked(dashboardId), ifVersion)
    if (fromDashboardId === destination.id) {
      throw refusal('Destination must be a different dashboard than the source.')
    }
    const tile = liveTile(await loadContents(tx, locked(fromDashboardId)), tileId)
    const changes = tileFieldChanges([await copyOnto(tx, destination, tile)])
    const saved = await saveDashboard(tx, ctx, destination, destination, changes)
    return describeDashboard(tx, ctx, saved, access)
  })
}

async function destinationOf(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  destination: Dashboard,
  ifVersion: number | undefined,
): Promise<Dashboard> {
  await authorizeDashboardEdit(tx, ctx, access, destination)
  refuseStaleDashboard(destination, ifVersion)
  return destination
}

/** Copies the tile. A deleted tile with the same content is restored with the display of the copied tile. */
async function copyOnto(tx: Transaction, destination: Dashboard, model: Tile): Promise<TileChange> {
  const { all, live } = await loadContents(tx, destination)
  refuseTooManyTiles(live.length + 1)
  const twin = all.find((each) => sameContent(each.content, model.content))
  if (!twin) return { before: null, after: await placeTile(tx, destination, model.content, lookOf(model)) }
  if (!twin.deleted) throw alreadyShown(model)
  const after: Tile = { ...twin, ...lookOf(model), deleted: false, deletionId: null }
  await tx.tiles.update(after)
  return { before: twin, after }
}

function alreadyShown({ content }: Tile) {
  const what = content.kind === 'insight' ? 'insight' : 'text card'
  return refusal(`This ${what} is already on the destination dashboard.`)
}
