import { expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'

it('EMBED-7 manages dashboards and their tiles', async () => {
  const { flags, dashboards } = await testDeck()
  const { id } = await dashboards.create({ name: 'Ours' })
  const note = await dashboards.createText(id, { body: 'Note' })
  expect(await dashboards.updateText(id, { tileId: note.id, body: 'Changed' })).toMatchObject({
    text: { body: 'Changed' },
  })
  const other = await dashboards.createFromTemplate(await dashboards.exportTemplate(id))
  const [copy] = other.tiles
  await dashboards.copyTile(id, { fromDashboardId: other.id, tileId: copy?.id ?? 0 })
  await dashboards.moveTile(id, { tile: { id: note.id }, toDashboard: other.id })
  await dashboards.reorderTiles(other.id, { tileOrder: [note.id] })
  await dashboards.deleteTile(other.id, copy?.id ?? 0)
  expect((await dashboards.get(other.id)).tiles.map((tile) => tile.id)).toEqual([note.id])
  await dashboards.delete(other.id)
  expect(await dashboards.list()).toMatchObject({ count: 1, items: [{ id }] })
  expect(await dashboards.restore(other.id)).toMatchObject({ deleted: false })
  expect(await dashboards.update(id, { pinned: true }, { ifVersion: 5 })).toMatchObject({ version: 6 })
  expect(await dashboards.activity(id, { limit: 1 })).toMatchObject({ count: 6, items: [{ verb: 'updated' }] })
  const flag = await flags.create({ key: 'x' })
  expect(await dashboards.createForFlag(flag.id)).toMatchObject({ id: flag.id, usageDashboardId: 3 })
  const { answeredAt, results } = await dashboards.answers(3)
  expect(answeredAt).toEqual(expect.any(String))
  expect([...results.values()].map(({ result }) => result?.length)).toEqual([0, 0])
})

it('DASH-12 changes tiles only at the version that is named', async () => {
  const { dashboards } = await testDeck()
  const [{ id }, other] = [await dashboards.create({ name: 'Ours' }), await dashboards.create({ name: 'Other' })]
  const note = await dashboards.createText(id, { body: 'Note' }, { ifVersion: 1 })
  const stale = { ifVersion: 1 }
  const attempts = [
    dashboards.createText(id, { body: 'More' }, stale),
    dashboards.updateText(id, { tileId: note.id, body: 'Changed' }, stale),
    dashboards.updateTile(id, { tileId: note.id }, stale),
    dashboards.reorderTiles(id, { tileOrder: [note.id] }, stale),
    dashboards.moveTile(id, { tile: { id: note.id }, toDashboard: other.id }, stale),
    dashboards.copyTile(id, { fromDashboardId: other.id, tileId: 1 }, stale),
    dashboards.deleteTile(id, note.id, stale),
  ]
  for (const outcome of await Promise.allSettled(attempts)) {
    expect(outcome).toMatchObject({ reason: { code: 'precondition_failed' } })
  }
  expect((await dashboards.get(id)).version).toBe(2)
  await dashboards.deleteTile(id, note.id, { ifVersion: 2 })
  expect((await dashboards.get(id)).tiles).toEqual([])
})
