import { describe, expect, it } from 'vitest'
import { createTextTile, updateTextTile, updateTile } from './change-text-tile.ts'
import { box, furnishedDashboard } from './testing/furnished-dashboard.ts'

describe('a text tile', () => {
  it('DASH-58 is made with its text and looks', async () => {
    const { as, member, dashboard, note } = await furnishedDashboard()
    const tile = await createTextTile(await as(member), dashboard.id, {
      body: '# Hi',
      layouts: box(1, 2),
      color: 'red',
    })
    expect(tile).toMatchObject({
      dashboardId: dashboard.id,
      order: 0,
      layouts: box(1, 2),
      color: 'red',
      insight: null,
      text: { body: '# Hi', createdBy: member, lastModifiedBy: null },
    })
    expect(tile.id).not.toBe(note.id)
  })

  it('DASH-58 is changed in part, and keeps its author', async () => {
    const { as, member, owner, dashboard } = await furnishedDashboard()
    const { id: tileId } = await createTextTile(await as(owner), dashboard.id, { body: 'Old', color: 'red' })
    expect(await updateTextTile(await as(member), dashboard.id, { tileId, body: 'New' })).toMatchObject({
      color: 'red',
      text: { body: 'New', createdBy: owner, lastModifiedBy: member },
    })
    expect(
      await updateTextTile(await as(member), dashboard.id, { tileId, color: null, layouts: box(3, 3) }),
    ).toMatchObject({
      color: null,
      layouts: box(3, 3),
      text: { body: 'New' },
    })
  })

  it('DASH-58 has a text, and not a long one', async () => {
    const { context, dashboard, note } = await furnishedDashboard()
    for (const [body, code] of [
      ['', 'blank'],
      [' ', 'blank'],
      ['x'.repeat(4001), 'max_length'],
      [null, 'null'],
    ] as const) {
      const input = { body: body as string, tileId: note.id }
      await expect(createTextTile(context, dashboard.id, input)).rejects.toMatchObject({ attr: 'body', code })
      await expect(updateTextTile(context, dashboard.id, input)).rejects.toMatchObject({ attr: 'body', code })
    }
  })

  it('DASH-58 is no other tile', async () => {
    const { context, dashboard, chart, note } = await furnishedDashboard()
    await expect(updateTextTile(context, dashboard.id, { tileId: chart.id })).rejects.toMatchObject({
      kind: 'validation',
      message: 'Tile is not a text tile.',
    })
    await expect(updateTile(context, dashboard.id, { tileId: note.id })).rejects.toMatchObject({ kind: 'validation' })
    expect(await updateTile(context, dashboard.id, { tileId: chart.id, showDescription: true })).toMatchObject({
      showDescription: true,
      insight: { name: 'Chart' },
    })
    await expect(updateTile(context, dashboard.id, { tileId: 999 })).rejects.toMatchObject({ kind: 'not_found' })
  })
})
