import type * as z from 'zod'
import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember, type ProjectAccess } from '../../../runtime/access/project-access.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { authorizeDashboardEdit } from '../dashboard-access.ts'
import { liveTile, loadContents, sameContent } from '../dashboard-contents.ts'
import { type DashboardDetails, describeDashboard } from '../dashboard-details.ts'
import { type ChangeDashboardOptions, lockBoth, refuseStaleDashboard } from '../lock-dashboard.ts'
import { saveDashboard } from '../save-dashboard.ts'
import { refuseTooManyTiles } from './place-tile.ts'
import { tileFieldChanges } from './tile-change.ts'
import { moveTileSchema } from './tile-input.ts'

/** The tile to move, and the target dashboard. */
export type MoveTileInput = Readonly<z.input<typeof moveTileSchema>>

/** Moves a tile to another dashboard, with its id and its display. Returns the source dashboard (DASH-50). */
export async function moveTile(
  ctx: ProjectContext,
  dashboardId: number,
  input: MoveTileInput,
  { ifVersion }: ChangeDashboardOptions = {},
): Promise<DashboardDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const { tile: wanted, toDashboard } = parseInput(moveTileSchema, input)
  return writeStore(ctx, async (tx) => {
    const access = await authorizeMember(tx, ctx)
    const locked = await lockBoth(tx, ctx, dashboardId, toDashboard)
    const { source, tile } = await sourceOf(tx, ctx, access, locked(dashboardId), wanted.id)
    refuseStaleDashboard(source, ifVersion)
    const destination = await destinationOf(tx, ctx, access, locked(toDashboard))
    await makeRoom(tx, destination, tile)
    const moved: Tile = { ...tile, dashboardId: destination.id }
    await tx.tiles.update(moved)
    await saveDashboard(tx, ctx, destination, destination, tileFieldChanges([{ before: null, after: moved }]))
    const left = await saveDashboard(tx, ctx, source, source, tileFieldChanges([{ before: tile, after: null }]))
    return describeDashboard(tx, ctx, left, access)
  })
}

async function sourceOf(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  source: Dashboard,
  tileId: number,
) {
  await authorizeDashboardEdit(tx, ctx, access, source)
  return { source, tile: liveTile(await loadContents(tx, source), tileId) }
}

async function destinationOf(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  destination: Dashboard,
): Promise<Dashboard> {
  await authorizeDashboardEdit(tx, ctx, access, destination)
  return destination
}

/** Purges a deleted tile with the same content: a dashboard has at most one tile for each content. */
async function makeRoom(tx: Transaction, destination: Dashboard, { content }: Tile): Promise<void> {
  const { all, live } = await loadContents(tx, destination)
  const twin = all.find((each) => sameContent(each.content, content))
  if (twin && !twin.deleted) {
    throw invalidInput([violation(null, 'invalid_input', 'Invalid request data for moving tile.')])
  }
  refuseTooManyTiles(live.length + 1)
  if (twin) await tx.tiles.purge(destination.projectId, twin.id)
}
