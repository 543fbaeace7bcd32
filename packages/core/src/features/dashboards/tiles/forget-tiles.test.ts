import { expect, it } from 'vitest'
import { furnishedDashboard } from '../../../testing/dashboards/furnished-dashboard.ts'
import { updateDashboard } from '../update-dashboard.ts'
import { retrieveDashboardVersion } from '../versions/read-dashboard-versions.ts'
import { restoreDashboardVersion } from '../versions/restore-dashboard-version.ts'
import { MAX_REMOVED_TILES } from './forget-tiles.ts'

/** A dashboard that shows other texts every now and then, as one that a program writes does. */
async function busyDashboard() {
  const { context, other } = await furnishedDashboard()
  const show = async (name: string) => {
    const tiles = Array.from({ length: 800 }, (_, at) => ({ text: { body: `${name} ${at}` } }))
    return updateDashboard(context, other.id, { tiles })
  }
  const clear = async (tiles: readonly { readonly id: number }[]) =>
    updateDashboard(context, other.id, { tiles: tiles.map(({ id }) => ({ id, deleted: true })) })
  const stored = () => context.store.read((tx) => tx.tiles.ofDashboard(context.project.id, other.id))
  return { context, id: other.id, show, clear, stored }
}

it('DASH-17 forgets all but a thousand of the tiles that were taken off', async () => {
  const { show, clear, stored } = await busyDashboard()
  for (const name of ['one', 'two', 'three', 'four']) await clear((await show(name)).tiles)
  const last = await show('five')
  const tiles = await stored()
  expect(tiles.filter(({ deleted }) => deleted)).toHaveLength(MAX_REMOVED_TILES)
  expect(tiles.filter(({ deleted }) => !deleted)).toHaveLength(last.tiles.length)
})

it('DASH-17 HIST-10 tells and restores versions that showed what is forgotten', async () => {
  const { context, id, show, clear } = await busyDashboard()
  const first = await show('one')
  await clear(first.tiles)
  for (const name of ['two', 'three', 'four']) await clear((await show(name)).tiles)
  const bodies = first.tiles.map(({ text }) => text?.body)
  const version = await retrieveDashboardVersion(context, id, first.version)
  expect(version.tiles.map(({ text }) => text?.body).toSorted()).toEqual(bodies.toSorted())
  const restored = await restoreDashboardVersion(context, id, first.version)
  expect(restored.tiles.map(({ text }) => text?.body).toSorted()).toEqual(bodies.toSorted())
})
