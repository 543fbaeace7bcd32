import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { furnishedDashboard } from '../../testing/dashboards/furnished-dashboard.ts'
import { storedState } from '../../testing/dashboards/stored-state.ts'
import { newProjectRow } from '../../testing/row-builders.ts'
import { seedUser } from '../../testing/seed-tenant.ts'
import { createDashboard } from './create-dashboard.ts'
import type { UpdateDashboardInput } from './dashboard-input.ts'
import { retrieveInsight } from './insights/retrieve-insight.ts'
import { retrieveDashboard } from './retrieve-dashboard.ts'
import { updateDashboard } from './update-dashboard.ts'

describe('changing a dashboard', () => {
  it('DASH-12 leaves what is missing as it is, and makes the next version', async () => {
    const { context, dashboard } = await furnishedDashboard()
    const before = await retrieveDashboard(context, dashboard.id)
    const after = await updateDashboard(context, dashboard.id, { description: 'Changed' })
    expect(after).toEqual({ ...before, description: 'Changed', version: before.version + 1, ignoredTileIds: [] })
  })

  it('DASH-1 replaces tags, and clears them', async () => {
    const { context, dashboard } = await furnishedDashboard()
    expect(await updateDashboard(context, dashboard.id, { tags: ['a', 'B'] })).toMatchObject({ tags: ['a', 'b'] })
    expect(await updateDashboard(context, dashboard.id, { name: null })).toMatchObject({ name: null, tags: ['a', 'b'] })
    expect(await updateDashboard(context, dashboard.id, { tags: [] })).toMatchObject({ tags: [] })
  })

  it('DASH-2 clears filters with an empty object only', async () => {
    const { context, dashboard } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, { filters: { a: 1 }, variables: { b: 2 } })
    const untouched = await updateDashboard(context, dashboard.id, { filters: null, variables: null })
    expect(untouched).toMatchObject({ filters: { a: 1 }, variables: { b: 2 } })
    const cleared = await updateDashboard(context, dashboard.id, { filters: {}, variables: {} })
    expect(cleared).toMatchObject({ filters: {}, persistedFilters: null, variables: {}, persistedVariables: null })
  })

  it('DASH-12 refuses a change of another version than the stored one', async () => {
    const { context, dashboard } = await furnishedDashboard()
    const { version } = await updateDashboard(context, dashboard.id, { name: 'a' })
    await expect(
      updateDashboard(context, dashboard.id, { name: 'b' }, { ifVersion: version - 1 }),
    ).rejects.toMatchObject({
      kind: 'precondition_failed',
      message: `The dashboard is at version ${version}, not ${version - 1}. Please refresh and try again.`,
    })
    await expect(updateDashboard(context, dashboard.id, { name: 'b' }, { ifVersion: version })).resolves.toMatchObject({
      version: version + 1,
    })
  })

  it('DASH-12 loses no change of those who change at once', async () => {
    const { context, dashboard } = await furnishedDashboard()
    const { version } = await retrieveDashboard(context, dashboard.id)
    const changes: UpdateDashboardInput[] = [{ name: 'n' }, { description: 'd' }, { tags: ['t'] }, { pinned: true }]
    await Promise.all(changes.map((change) => updateDashboard(context, dashboard.id, change)))
    expect(await retrieveDashboard(context, dashboard.id)).toMatchObject({
      name: 'n',
      description: 'd',
      tags: ['t'],
      pinned: true,
      version: version + 4,
    })
  })

  it('DASH-14 finds none of another project', async () => {
    const { store, organization, deck, dashboard } = await furnishedDashboard()
    const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    const foreign = (await deck.project(sister.id)).context
    await expect(updateDashboard(foreign, dashboard.id, { name: 'x' })).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('the tiles of an update', () => {
  it('DASH-30 makes texts', async () => {
    const { as, member, dashboard, context } = await furnishedDashboard()
    const { tiles } = await updateDashboard(await as(member), dashboard.id, {
      tiles: [
        { text: { body: 'New' }, color: 'green', layouts: { sm: { x: 0, y: 0 }, lg: 1 }, transparentBackground: true },
      ],
    })
    expect(tiles[0]).toMatchObject({
      color: 'green',
      layouts: { sm: { x: 0, y: 0 }, lg: 1 },
      transparentBackground: true,
      insight: null,
      text: { body: 'New', createdBy: member, lastModifiedBy: null, dashboardTiles: [{ dashboardId: dashboard.id }] },
    })
    const empty = await updateDashboard(context, dashboard.id, { tiles: [{ text: { body: null } }] })
    expect(empty.tiles.filter(({ text }) => text?.body === null)).toHaveLength(1)
  })

  it('DASH-30 changes the text of the tile that an entry names, without an id of the text', async () => {
    const { context, as, member, dashboard, note, shown } = await furnishedDashboard()
    const entry = { id: note.id, text: { body: 'Applied' }, color: 'red', layouts: { sm: { x: 0, y: 300 } } }
    for (const ctx of [context, await as(member)]) {
      const { tiles, ignoredTileIds } = await updateDashboard(ctx, dashboard.id, { tiles: [entry] })
      expect([tiles.length, ignoredTileIds]).toEqual([2, []])
      expect(tiles[1]).toMatchObject({ ...entry, text: { id: note.text?.id, body: 'Applied' } })
    }
    const again = { id: note.id, text: { id: null, body: 'Again', createdBy: { id: member.id } } }
    const { tiles } = await updateDashboard(context, dashboard.id, { tiles: [again] })
    expect(tiles[1]?.text).toMatchObject({ body: 'Again', createdBy: member })
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Again'])
  })

  it('DASH-30 makes a text of what is for no live text tile of this dashboard', async () => {
    const { context, dashboard, other, chart, note, shown } = await furnishedDashboard()
    const texts = (ids: readonly number[]) => ids.map((id) => ({ id, text: { body: `for ${id}` } }))
    await updateDashboard(context, other.id, { tiles: texts([note.id]) })
    expect(await shown(other.id)).toEqual([`for ${note.id}`])
    const tiles = [{ id: note.id, deleted: true }, ...texts([chart.id, note.id, 999])]
    const { ignoredTileIds } = await updateDashboard(context, dashboard.id, { tiles })
    const made = [chart.id, note.id, 999].map((id) => `for ${id}`)
    expect([await shown(dashboard.id), ignoredTileIds]).toEqual([['Chart', ...made], []])
  })

  it('DASH-30 takes a text that says nothing for no text', async () => {
    const { context, member, dashboard, note, shown } = await furnishedDashboard()
    const nothing = [{}, { id: null }, { createdBy: { id: member.id } }]
    const entries = nothing.flatMap((text) => [{ text }, { id: 999, text }, { id: note.id, color: 'red', text }])
    const { tiles, ignoredTileIds } = await updateDashboard(context, dashboard.id, { tiles: entries })
    expect([await shown(dashboard.id), ignoredTileIds]).toEqual([
      ['Chart', 'Note'],
      [999, 999, 999],
    ])
    expect(tiles[1]).toMatchObject({ color: 'red', text: note.text })
  })

  it('DASH-32 changes texts, and who wrote them', async () => {
    const { as, member, admin, dashboard, note, clock } = await furnishedDashboard()
    const id = note.text?.id
    clock.advance(1000)
    const change = async (user: typeof member, text: object) =>
      (await updateDashboard(await as(user), dashboard.id, { tiles: [{ id: note.id, text }] })).tiles[1]?.text
    const lastModifiedAt = timestampOf(clock())
    expect(await change(member, { id, body: 'A' })).toMatchObject({
      body: 'A',
      createdBy: member,
      lastModifiedBy: null,
      lastModifiedAt,
    })
    expect(await change(admin, { id, body: 'B', createdBy: { id: member.id, email: 'x' } })).toMatchObject({
      body: 'B',
      createdBy: member,
      lastModifiedBy: admin,
    })
    expect(await change(admin, { id })).toMatchObject({ body: 'B', createdBy: admin, lastModifiedBy: null })
  })

  it('DASH-32 lets nobody name another author, of a new text or of one that is there', async () => {
    const { as, store, owner, member, admin, dashboard, note } = await furnishedDashboard()
    const stranger = await seedUser(store)
    const asMember = await as(member)
    for (const { id } of [owner, admin, stranger]) {
      const forged = { createdBy: { id }, lastModifiedBy: { id } }
      const tiles = [{ text: { body: 'New', ...forged } }, { id: note.id, text: { id: note.text?.id, ...forged } }]
      const changed = (await updateDashboard(asMember, dashboard.id, { tiles })).tiles
      expect(changed.flatMap(({ text }) => (text ? [[text.createdBy, text.lastModifiedBy]] : []))).toEqual(
        changed.slice(1).map(() => [member, null]),
      )
    }
  })

  it('DASH-30 changes looks, and nothing that is not looks', async () => {
    const { context, dashboard, chart, note } = await furnishedDashboard()
    const sent = { id: chart.id, color: 'blue', showDescription: true, insight: { id: 99 }, order: 7, dashboardId: 99 }
    const { tiles } = await updateDashboard(context, dashboard.id, {
      tiles: [sent, { id: chart.id, filtersOverrides: { date_from: '-1d' } }, { id: note.id, layouts: {} }, {}],
    })
    expect(tiles).toMatchObject([
      {
        id: chart.id,
        color: 'blue',
        showDescription: true,
        filtersOverrides: { date_from: '-1d' },
        insight: { name: 'Chart' },
      },
      { id: note.id, color: 'blue', layouts: {} },
    ])
    const cleared = await updateDashboard(context, dashboard.id, { tiles: [{ id: chart.id, filtersOverrides: null }] })
    expect(cleared.tiles[0]).toMatchObject({ filtersOverrides: {} })
  })

  it('DASH-30 removes a tile, also twice and as a whole, and brings it back', async () => {
    const { context, dashboard, chart, note, shown } = await furnishedDashboard()
    const whole = { id: note.id, text: { id: note.text?.id, body: 'ignored' }, widget: {}, deleted: true }
    await updateDashboard(context, dashboard.id, { tiles: [whole, { id: note.id, deleted: true }] })
    expect(await shown(dashboard.id)).toEqual(['Chart'])
    await updateDashboard(context, dashboard.id, { tiles: [{ id: note.id, deleted: false }] })
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Note'])
    await updateDashboard(context, dashboard.id, { tiles: [{ id: chart.id, deleted: true }] })
    expect(await shown(dashboard.id)).toEqual(['Note'])
  })

  it('DASH-31 passes over tiles of other dashboards, and tells of them', async () => {
    const { context, other, chart, dashboard } = await furnishedDashboard()
    const { ignoredTileIds, tiles } = await updateDashboard(context, other.id, {
      tiles: [{ id: chart.id, color: 'red' }, { id: 999, deleted: true }, { color: 'red' }],
    })
    expect([ignoredTileIds, tiles]).toEqual([[chart.id, 999], []])
    expect((await retrieveDashboard(context, dashboard.id)).tiles[0]?.color).toBe(null)
  })

  it('DASH-34 copies tiles with what they show', async () => {
    const { context, dashboard, chart, note } = await furnishedDashboard()
    const { tiles } = await updateDashboard(context, dashboard.id, {
      duplicateTiles: [{ id: chart.id, layouts: { sm: { x: 0, y: 300 } } }, { id: note.id }],
    })
    expect(tiles.map(({ insight, text, layouts, color }) => [insight?.name ?? text?.body, layouts, color])).toEqual([
      ['Chart', {}, null],
      ['Note', {}, 'blue'],
      ['Note', note.layouts, 'blue'],
      ['Chart (Copy)', { sm: { x: 0, y: 300 } }, null],
    ])
    await expect(updateDashboard(context, dashboard.id, { duplicateTiles: [{ id: 999 }] })).rejects.toMatchObject({
      attr: 'duplicateTiles__0__id',
      code: 'does_not_exist',
    })
  })

  it('DASH-11 are a thousand at most', async () => {
    const { context, dashboard } = await furnishedDashboard()
    const texts = Array.from({ length: 998 }, () => ({ text: { body: 'x' } }))
    const full = await updateDashboard(context, dashboard.id, { tiles: texts })
    expect(full.tiles).toHaveLength(1000)
    await expect(updateDashboard(context, dashboard.id, { tiles: [{ text: { body: 'x' } }] })).rejects.toMatchObject({
      message: 'A dashboard can have at most 1,000 tiles.',
    })
  })

  const many = (length: number) => Array.from({ length }, (_, n) => ({ id: n }))
  const long = { a: 'x'.repeat(65_530) }
  const limits: readonly [string, UpdateDashboardInput, string][] = [
    ['a long description', { description: 'x'.repeat(65_537) }, 'description'],
    ['long filters', { filters: long }, 'filters'],
    ['long variables', { variables: long }, 'variables'],
    ['long colours', { breakdownColors: [{ breakdownValue: 'x'.repeat(65_530), colorToken: '' }] }, 'breakdownColors'],
    ['long layouts', { tiles: [{ layouts: long }] }, 'tiles__0__layouts'],
    ['many tags', { tags: many(501).map(({ id }) => String(id)) }, 'tags'],
    ['many tiles', { tiles: many(1001) }, 'tiles'],
    ['many copies', { duplicateTiles: many(1001) }, 'duplicateTiles'],
  ]
  it.each(limits)('DASH-15 refuses %s', async (_, input, attr) => {
    const { context, dashboard } = await furnishedDashboard()
    await expect(updateDashboard(context, dashboard.id, input)).rejects.toMatchObject({ attr, code: 'max_length' })
  })

  const refusals: readonly [string, (noteId: number) => object, { attr: string; message: string; code?: string }][] = [
    [
      'DASH-33 a long text',
      () => ({ text: { body: 'x'.repeat(4001) } }),
      { attr: 'text__body', code: 'max_length', message: 'Text body cannot exceed 4000 characters' },
    ],
    [
      'DASH-33 a widget',
      () => ({ widget: { type: 'x' } }),
      { attr: 'widget', message: 'Dashboard widgets are not enabled for this project.' },
    ],
    [
      'DASH-33 a button',
      () => ({ buttonTile: { url: '/' } }),
      { attr: 'buttonTile', message: 'Button tiles are not enabled for this project.' },
    ],
    [
      'DASH-30 a text that there is not',
      () => ({ text: { id: 999, body: 'x' } }),
      { attr: 'text', message: 'Text tile not found in this team.' },
    ],
    [
      'DASH-30 a text of another dashboard',
      (id) => ({ text: { id, body: 'x' } }),
      { attr: 'text', message: 'Text tile not found.' },
    ],
    [
      'DASH-13 a colour that is no text',
      () => ({ id: 1, color: 7 }),
      { attr: 'tiles__1__color', message: 'Not a valid string.' },
    ],
    [
      'DASH-13 layouts that are no object',
      () => ({ id: 1, layouts: [] }),
      { attr: 'tiles__1__layouts', message: 'Expected a dictionary of items but got type "list".' },
    ],
  ]
  it.each(refusals)('DASH-13 refuses %s, and changes nothing', async (_, entry, refusal) => {
    const { context, other, note } = await furnishedDashboard()
    const before = await storedState(context)
    const tiles = [{ text: { body: 'first' } }, entry(note.text?.id ?? 0)]
    await expect(updateDashboard(context, other.id, { name: 'x', tiles })).rejects.toMatchObject({
      kind: 'validation',
      ...refusal,
    })
    expect(await storedState(context)).toEqual(before)
  })

  it('DASH-30 refuses the text of a tile that was removed', async () => {
    const { context, dashboard, note } = await furnishedDashboard()
    const text = { id: note.text?.id, body: 'x' }
    await expect(
      updateDashboard(context, dashboard.id, { tiles: [{ id: note.id, deleted: true }, { text }] }),
    ).rejects.toMatchObject({ attr: 'text', message: 'Text tile not found.' })
  })
})

describe('deleting a dashboard', () => {
  it('DASH-23 is no occasion to make a dashboard from another, or any other change', async () => {
    const { context, dashboard, other } = await furnishedDashboard()
    const before = await storedState(context)
    for (const source of [{ useTemplate: 'Flag usage' }, { useDashboard: other.id }, { useDashboard: 'x' }]) {
      await expect(updateDashboard(context, dashboard.id, { name: 'x', ...source } as never)).rejects.toMatchObject({
        kind: 'validation',
        attr: Object.keys(source)[0],
        message: 'A dashboard or template can be copied only when a dashboard is created.',
      })
    }
    expect(await storedState(context)).toEqual(before)
    const nothing = { name: 'x', useTemplate: '', useDashboard: null } as never
    expect(await updateDashboard(context, dashboard.id, nothing)).toMatchObject({ name: 'x' })
  })

  it('DASH-43 can be done again, and takes nothing more', async () => {
    const { context, dashboard, chart, shown } = await furnishedDashboard()
    const { version } = await updateDashboard(context, dashboard.id, { deleted: true })
    const again = await updateDashboard(context, dashboard.id, { deleted: true, deleteInsights: true })
    expect(again).toMatchObject({ deleted: true, tiles: [], version: version + 1 })
    expect(await retrieveInsight(context, chart.insight?.id ?? 0)).toMatchObject({ deleted: false })
    await updateDashboard(context, dashboard.id, { deleted: false })
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Note'])
  })

  it('DASH-43 changes nothing else when it is done again', async () => {
    const { context, dashboard, shown } = await furnishedDashboard()
    const { name } = await updateDashboard(context, dashboard.id, { deleted: true })
    const more = { name: 'Other', restrictionLevel: 37, tiles: [{ text: { body: 'New' } }] } as const
    expect(await updateDashboard(context, dashboard.id, { ...more, deleted: true })).toMatchObject({ name })
    expect(await updateDashboard(context, dashboard.id, { deleted: false })).toMatchObject({
      name,
      restrictionLevel: 21,
    })
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Note'])
  })

  it('DASH-40 keeps it from every change but these', async () => {
    const { context, dashboard } = await furnishedDashboard()
    expect(await updateDashboard(context, dashboard.id, { deleted: true })).toMatchObject({ deleted: true, tiles: [] })
    for (const input of [{}, { name: 'x' }]) {
      await expect(updateDashboard(context, dashboard.id, input)).rejects.toMatchObject({ kind: 'not_found' })
    }
    expect(await updateDashboard(context, dashboard.id, { deleted: false, name: 'Back' })).toMatchObject({
      deleted: false,
      name: 'Back',
    })
  })

  it('DASH-41 leaves insights, and with deleteInsights those that others show', async () => {
    const { context, dashboard, chart, shown } = await furnishedDashboard()
    const insightId = chart.insight?.id ?? 0
    const twin = await createDashboard(context, { useDashboard: dashboard.id })
    await updateDashboard(context, dashboard.id, { deleted: true, deleteInsights: true })
    expect(await shown(twin.id)).toEqual(['Chart', 'Note'])
    await updateDashboard(context, twin.id, { deleted: true })
    expect(await retrieveInsight(context, insightId)).toMatchObject({ dashboardIds: [] })
    await updateDashboard(context, twin.id, { deleted: false })
    await updateDashboard(context, twin.id, { deleted: true, deleteInsights: true })
    await expect(retrieveInsight(context, insightId)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('DASH-42 is undone exactly: what it took comes back, and nothing else', async () => {
    const { context, dashboard, chart, note, shown } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, { tiles: [{ id: note.id, deleted: true }] })
    await updateDashboard(context, dashboard.id, { deleted: true, deleteInsights: true })
    await updateDashboard(context, dashboard.id, { deleted: false })
    expect(await shown(dashboard.id)).toEqual(['Chart'])
    expect(await retrieveInsight(context, chart.insight?.id ?? 0)).toMatchObject({ deleted: false, deletionId: null })
    await updateDashboard(context, dashboard.id, { tiles: [{ id: note.id, deleted: false }] })
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Note'])
  })

  it('DASH-42 does not bring back an insight that was deleted alone', async () => {
    const { context, dashboard, chart, shown, store } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, { deleted: true })
    await store.write(async (tx) => {
      const [insight] = await tx.insights.findMany(context.project.id, [chart.insight?.id ?? 0])
      if (insight) await tx.insights.update({ ...insight, deleted: true }, '')
    })
    await updateDashboard(context, dashboard.id, { deleted: false })
    expect(await shown(dashboard.id)).toEqual(['Note'])
  })
})
