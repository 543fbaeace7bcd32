import { problemOf } from '../../api/api-problem.ts'
import { call, type Input } from '../../api/call.ts'
import { know, refresh } from '../../api/query.ts'
import { tell } from '../../parts/toasts.tsx'
import { dashboards as text } from '../../text/dashboards.ts'
import { type Dashboard, dashboardName, inputOf, type ListedDashboard, type Tile } from './dashboard.ts'
import { addedTile, newTileOf } from './grid/added-tile.ts'

type Changes = Input<'updateDashboard'>['body']

/** Changes a dashboard, and loads it again on all screens that show it. */
export async function changeDashboard(id: number, body: Changes): Promise<Dashboard> {
  const changed = await call('updateDashboard', { ...inputOf(id), body })
  await refresh('retrieveDashboard', 'listDashboards', 'listDashboardVersions')
  return changed
}

/** Changes a dashboard from a menu. A refusal is shown as a message, a success as a message with Undo. */
export async function tryToChange(
  id: number,
  body: Changes,
  done: string,
  undo: Changes,
  about?: string,
): Promise<void> {
  try {
    await changeDashboard(id, body)
    tell(done, () => changeDashboard(id, undo), about)
  } catch (error) {
    tell(problemOf(error).message)
  }
}

export function pinDashboard({ id, pinned, ...named }: ListedDashboard): Promise<void> {
  const name = dashboardName(named)
  const done = pinned ? text.unpinned(name) : text.pinned(name)
  return tryToChange(id, { pinned: !pinned }, done, { pinned }, `pin of dashboard ${id}`)
}

export function deleteDashboard(dashboard: ListedDashboard): Promise<void> {
  const done = text.deleted(dashboardName(dashboard))
  return tryToChange(dashboard.id, { deleted: true }, done, { deleted: false }, `dashboard ${dashboard.id}`)
}

export function restoreDashboard(dashboard: ListedDashboard): Promise<void> {
  const done = text.restored(dashboardName(dashboard))
  return tryToChange(dashboard.id, { deleted: false }, done, { deleted: true }, `dashboard ${dashboard.id}`)
}

export function removeTile(dashboard: Dashboard, { id }: Tile, name: string): Promise<void> {
  const entry = (deleted: boolean): Changes => ({ tiles: [{ id, deleted }] })
  return tryToChange(dashboard.id, entry(true), text.tileRemoved(name), entry(false))
}

export async function copyTileHere(dashboard: Dashboard, { id }: Tile, name: string): Promise<void> {
  try {
    const body = { duplicate_tiles: [{ id }] }
    const changed = await call('updateDashboard', { ...inputOf(dashboard.id), body })
    addedTile.value = newTileOf(dashboard, changed)
    await refresh('retrieveDashboard', 'listDashboards', 'listDashboardVersions')
    tell(text.tileCopied(name))
  } catch (error) {
    tell(problemOf(error).message)
  }
}

/** Moves a tile to another dashboard and offers Undo. */
export async function moveTile(from: Dashboard, to: ListedDashboard, tile: Tile, name: string): Promise<void> {
  const left = await move(from.id, to.id, tile.id)
  know('retrieveDashboard', inputOf(from.id), left)
  await refresh()
  tell(text.tileMoved(name, dashboardName(to)), async () => {
    await move(to.id, from.id, tile.id)
    await refresh()
  })
}

function move(from: number, to: number, tile: number): Promise<Dashboard> {
  return call('moveTile', { ...inputOf(from), body: { tile: { id: tile }, to_dashboard: to } })
}
