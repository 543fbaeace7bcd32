import { describe, expect, it } from 'vitest'
import { box, furnishedDashboard } from '../../../testing/dashboards/furnished-dashboard.ts'
import { addCollaborator } from '../change-collaborators.ts'
import { createDashboard } from '../create-dashboard.ts'
import { retrieveDashboard } from '../retrieve-dashboard.ts'
import { updateDashboard } from '../update-dashboard.ts'
import { createTextTile, updateTextTile } from './change-text-tile.ts'
import { copyTile } from './copy-tile.ts'
import { updateTile } from './update-tile.ts'

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

describe('a text that several dashboards show', () => {
  /** Creates a text on a dashboard that only admins may edit, and on one of a member. */
  async function sharedText() {
    const deck = await furnishedDashboard()
    const { context, as, member, admin, dashboard, note } = deck
    const [asMember, asAdmin] = [await as(member), await as(admin)]
    await updateDashboard(context, dashboard.id, { restrictionLevel: 37 })
    const own = await createDashboard(asMember, { name: 'Own' })
    const { tiles } = await copyTile(asMember, own.id, { fromDashboardId: dashboard.id, tileId: note.id })
    const [copy] = tiles
    if (!copy?.text) throw new Error('nothing was copied')
    return { ...deck, asMember, asAdmin, own, copy, text: copy.text }
  }
  const REFUSED = {
    kind: 'permission_denied',
    message: "You don't have edit permissions for every dashboard that shows this text.",
  }

  it('DASH-35 is changed only by who may edit all of them', async () => {
    const { asMember, asAdmin, member, context, dashboard, own, copy, text, shown } = await sharedText()
    const attempts = [
      () => updateTextTile(asMember, own.id, { tileId: copy.id, body: 'Mine' }),
      () => updateDashboard(asMember, own.id, { tiles: [{ id: copy.id, text: { id: text.id, body: 'Mine' } }] }),
      () => updateDashboard(asMember, own.id, { tiles: [{ id: copy.id, text: { body: 'Mine' } }] }),
      () => updateDashboard(asMember, own.id, { tiles: [{ text: { id: text.id } }] }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(REFUSED)
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Note'])
    await updateTextTile(asAdmin, own.id, { tileId: copy.id, body: 'Ours' })
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Ours'])
    await addCollaborator(context, dashboard.id, { userUuid: member.uuid, level: 37 })
    await updateTextTile(asMember, own.id, { tileId: copy.id, body: 'Mine' })
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Mine'])
  })

  it('DASH-35 may be sent back as it is by who moves its tile', async () => {
    const { asMember, asAdmin, admin, dashboard, own, copy, text } = await sharedText()
    const move = async (sent: object) =>
      (await updateDashboard(asMember, own.id, { tiles: [{ id: copy.id, layouts: box(3, 400), text: sent }] })).tiles[0]
    expect(await move({ id: text.id, body: 'Note', createdBy: null })).toMatchObject({ layouts: box(3, 400), text })
    await updateDashboard(asAdmin, dashboard.id, { tiles: [{ text: { id: text.id } }] })
    const author = { createdBy: { id: admin.id } }
    expect(await move({ id: text.id, ...author })).toMatchObject({ text: { createdBy: admin, lastModifiedBy: null } })
    await updateTextTile(asMember, own.id, { tileId: copy.id, body: 'Note', color: 'red' })
  })

  it('DASH-35 counts no dashboard that is deleted, and none that shows it no more', async () => {
    const { asMember, context, dashboard, own, copy, note } = await sharedText()
    await updateDashboard(context, dashboard.id, { tiles: [{ id: note.id, deleted: true }] })
    await updateTextTile(asMember, own.id, { tileId: copy.id, body: 'A' })
    await updateDashboard(context, dashboard.id, { tiles: [{ id: note.id, deleted: false }] })
    await expect(updateTextTile(asMember, own.id, { tileId: copy.id, body: 'B' })).rejects.toMatchObject(REFUSED)
    await updateDashboard(context, dashboard.id, { deleted: true })
    await updateTextTile(asMember, own.id, { tileId: copy.id, body: 'B' })
    expect((await retrieveDashboard(asMember, own.id)).tiles[0]?.text?.body).toBe('B')
  })
})
