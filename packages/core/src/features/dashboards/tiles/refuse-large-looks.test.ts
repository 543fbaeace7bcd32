import { expect, it } from 'vitest'
import { furnishedDashboard } from '../../../testing/dashboards/furnished-dashboard.ts'
import { storedState } from '../../../testing/dashboards/stored-state.ts'
import { createDashboardFromTemplate } from '../templates/create-dashboard-from-template.ts'
import { updateDashboard } from '../update-dashboard.ts'
import { createTextTile } from './change-text-tile.ts'
import { copyTile } from './copy-tile.ts'

const TOO_LARGE = {
  violations: [
    { detail: 'Layouts and filters of all tiles of a dashboard can have at most 524,288 characters as JSON.' },
  ],
}
/** Eight of these notes fit. */
const NOTE = { note: 'x'.repeat(65_000) }

/** Creates a dashboard whose tiles have display fields of the maximum size. */
async function heavyDashboard() {
  const deck = await furnishedDashboard()
  const { context, other } = deck
  const texts = Array.from({ length: 8 }, () => ({ text: { body: 'x' }, layouts: NOTE }))
  const { tiles } = await updateDashboard(context, other.id, { tiles: texts })
  return { ...deck, id: other.id, tiles }
}

it('DASH-18 refuses what makes the looks of all tiles more than they may be', async () => {
  const { context, id, tiles, dashboard, chart } = await heavyDashboard()
  await updateDashboard(context, dashboard.id, { tiles: [{ id: chart.id, layouts: NOTE }] })
  const before = await storedState(context)
  const template = { template_name: 'x', dashboard_description: '', dashboard_filters: {} }
  const attempts = [
    () => createTextTile(context, id, { body: 'x', layouts: NOTE }),
    () => updateDashboard(context, id, { tiles: [{ id: tiles[0]?.id ?? 0, filtersOverrides: NOTE }] }),
    () => updateDashboard(context, id, { duplicateTiles: [{ id: tiles[0]?.id ?? 0, layouts: NOTE }] }),
    () => copyTile(context, id, { fromDashboardId: dashboard.id, tileId: chart.id }),
    () =>
      createDashboardFromTemplate(context, {
        template: {
          ...template,
          tiles: Array.from({ length: 9 }, () => ({ type: 'TEXT', body: 'x', layouts: NOTE })),
        },
      }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(TOO_LARGE)
  expect(await storedState(context)).toEqual(before)
})

it('DASH-18 lets a dashboard that has more be changed as long as it becomes no more', async () => {
  const { context, id, tiles } = await heavyDashboard()
  // Like a dashboard that was created before there was a limit.
  await context.store.write(async (tx) => {
    for (const tile of tiles.slice(1)) await tx.tiles.update({ ...tile, filtersOverrides: NOTE })
  })
  const [first, second] = tiles.map(({ id }) => id)
  await updateDashboard(context, id, { name: 'Renamed', tiles: [{ id: first ?? 0, color: 'red' }] })
  await expect(createTextTile(context, id, { body: 'x', layouts: { sm: {} } })).rejects.toMatchObject(TOO_LARGE)
  const { tiles: left } = await updateDashboard(context, id, {
    tiles: [
      { id: first ?? 0, deleted: true },
      { id: second ?? 0, layouts: {}, filtersOverrides: {} },
    ],
  })
  expect(left).toHaveLength(7)
})

it('DASH-18 lets a deleted dashboard that has more come back', async () => {
  const { context, id, tiles } = await heavyDashboard()
  await context.store.write(async (tx) => {
    for (const tile of tiles) await tx.tiles.update({ ...tile, filtersOverrides: NOTE })
  })
  await updateDashboard(context, id, { deleted: true })
  const { tiles: back } = await updateDashboard(context, id, { deleted: false })
  expect(back).toHaveLength(tiles.length)
})
