import { expect, it } from 'vitest'
import { furnishedDashboard } from '../../../testing/dashboards/furnished-dashboard.ts'
import { createInsight } from '../insights/create-insight.ts'
import { updateInsight } from '../insights/update-insight.ts'
import { retrieveDashboard } from '../retrieve-dashboard.ts'
import { updateDashboard } from '../update-dashboard.ts'
import { retrieveDashboardVersion } from '../versions/read-dashboard-versions.ts'
import { restoreDashboardVersion } from '../versions/restore-dashboard-version.ts'
import { MAX_REMOVED_TILES } from './forget-tiles.ts'

/** Creates a dashboard whose texts change repeatedly, like one that a program updates. */
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

/** Creates a dashboard whose insights were deleted repeatedly. */
async function hollowDashboard() {
  const { context, id, stored } = await busyDashboard()
  const insight = await createInsight(context, { name: 'first', dashboardIds: [id] })
  const [original] = (await retrieveDashboard(context, id)).tiles
  const copies = Array.from({ length: 400 }, () => ({ id: original?.id ?? 0 }))
  const fill = () => updateDashboard(context, id, { duplicateTiles: copies })
  const deleteCopies = async () => {
    const { tiles } = await retrieveDashboard(context, id)
    await context.store.write(async (tx) => {
      for (const { insight: shown } of tiles) {
        if (shown && shown.id !== insight.id) await tx.insights.update({ ...shown, deleted: true }, '')
      }
    })
  }
  return { context, id, insight, fill, deleteCopies, stored }
}

it('DASH-17 forgets all but a thousand of the tiles whose insights were deleted', async () => {
  const { context, id, insight, fill, deleteCopies, stored } = await hollowDashboard()
  for (let round = 0; round < 4; round++) {
    await fill()
    await deleteCopies()
  }
  await updateDashboard(context, id, { name: 'changed' })
  expect(await stored()).toHaveLength(MAX_REMOVED_TILES + 1)
  await updateInsight(context, insight.id, { deleted: true })
  await updateInsight(context, insight.id, { deleted: false })
  expect((await retrieveDashboard(context, id)).tiles).toHaveLength(1)
})

it('DASH-17 HIST-10 tells versions that showed insights whose tiles are forgotten', async () => {
  const { context, id, fill, deleteCopies } = await hollowDashboard()
  const { version, tiles } = await fill()
  const { tiles: told } = await retrieveDashboardVersion(context, id, version)
  expect(told).toHaveLength(tiles.length)
  await deleteCopies()
  for (let round = 0; round < 3; round++) {
    await fill()
    await deleteCopies()
  }
  await updateDashboard(context, id, { name: 'changed' })
  expect((await retrieveDashboardVersion(context, id, version)).tiles).toEqual(told)
})
