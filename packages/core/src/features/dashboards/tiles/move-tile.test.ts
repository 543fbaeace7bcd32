import { describe, expect, it } from 'vitest'
import { furnishedDashboard } from '../../../testing/dashboards/furnished-dashboard.ts'
import { newProjectRow } from '../../../testing/row-builders.ts'
import { createDashboard } from '../create-dashboard.ts'
import { listDashboardActivity } from '../list-dashboard-activity.ts'
import { retrieveDashboard } from '../retrieve-dashboard.ts'
import { updateDashboard } from '../update-dashboard.ts'
import { copyTile } from './copy-tile.ts'
import { moveTile } from './move-tile.ts'

const EDIT_REFUSED = "You don't have edit permissions for this dashboard."

describe('moving a tile', () => {
  it('DASH-50 keeps the tile as it is, and answers the dashboard that it left', async () => {
    const { context, dashboard, other, note, chart } = await furnishedDashboard()
    const left = await moveTile(context, dashboard.id, { tile: { id: note.id }, toDashboard: other.id })
    expect(left).toMatchObject({ id: dashboard.id, tiles: [{ id: chart.id }] })
    const { tiles, version } = await retrieveDashboard(context, other.id)
    expect(tiles).toMatchObject([{ id: note.id, color: 'blue', layouts: note.layouts, text: { body: 'Note' } }])
    expect([left.version, version]).toEqual([4, 2])
    const { items } = await listDashboardActivity(context, { limit: 2, offset: 0 })
    expect(items.map(({ itemId, detail }) => [itemId, detail.changes[0]?.action])).toEqual([
      [String(dashboard.id), 'deleted'],
      [String(other.id), 'created'],
    ])
  })

  it('DASH-51 does not move to where the same is shown, or to itself', async () => {
    const { context, dashboard, other, chart } = await furnishedDashboard()
    await copyTile(context, other.id, { fromDashboardId: dashboard.id, tileId: chart.id })
    for (const toDashboard of [other.id, dashboard.id]) {
      await expect(moveTile(context, dashboard.id, { tile: { id: chart.id }, toDashboard })).rejects.toMatchObject({
        kind: 'validation',
        attr: null,
        message: 'Invalid request data for moving tile.',
      })
    }
  })

  it('DASH-51 takes the place of a deleted tile that showed the same', async () => {
    const { context, dashboard, other, chart, store } = await furnishedDashboard()
    const { tiles } = await copyTile(context, other.id, { fromDashboardId: dashboard.id, tileId: chart.id })
    const twinId = tiles[0]?.id ?? 0
    await updateDashboard(context, other.id, { tiles: [{ id: twinId, deleted: true }] })
    await moveTile(context, dashboard.id, { tile: { id: chart.id }, toDashboard: other.id })
    expect((await retrieveDashboard(context, other.id)).tiles.map(({ id }) => id)).toEqual([chart.id])
    expect(await store.read((tx) => tx.tiles.find(context.project.id, twinId))).toBeUndefined()
  })

  it('DASH-50 finds only live tiles and live dashboards of the project', async () => {
    const { context, dashboard, other, chart, note, store, organization, deck } = await furnishedDashboard()
    const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    const foreign = await createDashboard((await deck.project(sister.id)).context, {})
    const gone = await createDashboard(context, { deleted: true })
    await updateDashboard(context, dashboard.id, { tiles: [{ id: note.id, deleted: true }] })
    const attempts = [
      [dashboard.id, note.id, other.id],
      [dashboard.id, 999, other.id],
      [other.id, chart.id, dashboard.id],
      [dashboard.id, chart.id, foreign.id],
      [dashboard.id, chart.id, gone.id],
      [dashboard.id, chart.id, 999],
      [999, chart.id, other.id],
    ] as const
    for (const [from, id, toDashboard] of attempts) {
      await expect(moveTile(context, from, { tile: { id }, toDashboard })).rejects.toMatchObject({ kind: 'not_found' })
    }
  })

  it('DASH-50 names what is missing', async () => {
    const { context, dashboard } = await furnishedDashboard()
    const attr = async (input: unknown) => {
      const refusal = moveTile(context, dashboard.id, input as Parameters<typeof moveTile>[2])
      return refusal.catch((error: { attr: string }) => error.attr)
    }
    expect(await attr({ tile: { id: 1 } })).toBe('toDashboard')
    expect(await attr({ toDashboard: 1 })).toBe('tile')
    expect(await attr({ tile: {}, toDashboard: 1 })).toBe('tile__id')
  })

  it('DASH-52 needs the right to edit both', async () => {
    const { context, as, member, dashboard, other, chart } = await furnishedDashboard()
    const caller = await as(member)
    const move = () => moveTile(caller, dashboard.id, { tile: { id: chart.id }, toDashboard: other.id })
    for (const locked of [dashboard.id, other.id]) {
      await updateDashboard(context, locked, { restrictionLevel: 37 })
      await expect(move()).rejects.toMatchObject({ kind: 'permission_denied', message: EDIT_REFUSED })
      await updateDashboard(context, locked, { restrictionLevel: 21 })
    }
    await expect(move()).resolves.toMatchObject({ id: dashboard.id })
  })

  it('DASH-50 settles two who move tiles against each other', async () => {
    const { context, dashboard, other, chart, note, shown } = await furnishedDashboard()
    await moveTile(context, dashboard.id, { tile: { id: note.id }, toDashboard: other.id })
    await Promise.all([
      moveTile(context, dashboard.id, { tile: { id: chart.id }, toDashboard: other.id }),
      moveTile(context, other.id, { tile: { id: note.id }, toDashboard: dashboard.id }),
    ])
    expect([await shown(dashboard.id), await shown(other.id)]).toEqual([['Note'], ['Chart']])
  })
})

describe('copying a tile', () => {
  it('DASH-53 shows the same on the other dashboard, and answers that', async () => {
    const { context, dashboard, other, note } = await furnishedDashboard()
    const copied = await copyTile(context, other.id, { fromDashboardId: dashboard.id, tileId: note.id })
    expect(copied).toMatchObject({
      id: other.id,
      version: 2,
      tiles: [{ color: 'blue', layouts: note.layouts, text: { id: note.text?.id } }],
    })
    expect(copied.tiles[0]?.id).not.toBe(note.id)
  })

  it('DASH-53 brings back a deleted tile that showed the same, with the looks of the one copied', async () => {
    const { context, dashboard, other, chart } = await furnishedDashboard()
    const input = { fromDashboardId: dashboard.id, tileId: chart.id }
    const first = await copyTile(context, other.id, input)
    await updateDashboard(context, other.id, { tiles: [{ id: first.tiles[0]?.id, color: 'red', deleted: true }] })
    await updateDashboard(context, dashboard.id, { tiles: [{ id: chart.id, color: 'green' }] })
    const again = await copyTile(context, other.id, input)
    expect(again.tiles).toMatchObject([{ id: first.tiles[0]?.id, color: 'green' }])
  })

  it('DASH-54 refuses what is shown there already, and its own dashboard', async () => {
    const { context, dashboard, other, chart, note } = await furnishedDashboard()
    const copy = (tileId: number, to = other.id) => copyTile(context, to, { fromDashboardId: dashboard.id, tileId })
    await copy(chart.id)
    await copy(note.id)
    await expect(copy(chart.id)).rejects.toMatchObject({
      message: 'This insight is already on the destination dashboard.',
    })
    await expect(copy(note.id)).rejects.toMatchObject({
      message: 'This text card is already on the destination dashboard.',
    })
    await expect(copy(chart.id, dashboard.id)).rejects.toMatchObject({
      message: 'Destination must be a different dashboard than the source.',
    })
    await expect(copy(999)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('DASH-53 needs the right to edit the destination only', async () => {
    const { context, as, member, dashboard, other, chart } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, { restrictionLevel: 37 })
    const input = { fromDashboardId: dashboard.id, tileId: chart.id }
    await expect(copyTile(await as(member), other.id, input)).resolves.toMatchObject({ id: other.id })
    await expect(
      copyTile(await as(member), dashboard.id, { fromDashboardId: other.id, tileId: 1 }),
    ).rejects.toMatchObject({ message: EDIT_REFUSED })
  })
})
