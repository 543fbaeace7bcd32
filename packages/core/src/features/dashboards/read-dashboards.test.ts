import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from '../../data/store-errors.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { watchedStore } from '../../testing/dashboards/watched-store.ts'
import { newProjectRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createDashboard } from './create-dashboard.ts'
import type { CreateDashboardInput } from './dashboard-input.ts'
import { createInsight } from './insights/create-insight.ts'
import { updateInsight } from './insights/update-insight.ts'
import { listDashboardActivity } from './list-dashboard-activity.ts'
import { listDashboards } from './list-dashboards.ts'
import type { DashboardListFilters } from './parse-dashboard-query.ts'
import { parseOverride, retrieveDashboard } from './retrieve-dashboard.ts'
import { createTextTile, updateTextTile } from './tiles/change-text-tile.ts'
import { updateDashboard } from './update-dashboard.ts'

const PAGE = { limit: 100, offset: 0 }

async function projectWith(...inputs: readonly CreateDashboardInput[]) {
  const deck = await testDeck()
  for (const input of inputs) await createDashboard(deck.context, input)
  const names = async (filters: DashboardListFilters = {}, page = PAGE) => {
    const { count, items } = await listDashboards(deck.context, filters, page)
    return [count, items.map(({ name }) => name)]
  }
  return { ...deck, names }
}

describe('a list of dashboards', () => {
  it('DASH-3 shows pinned ones first, then goes by name', async () => {
    const { names } = await projectWith({ name: 'c' }, { name: 'B' }, { name: 'a' }, { name: 'z', pinned: true })
    expect(await names()).toEqual([4, ['z', 'a', 'B', 'c']])
    expect(await names({}, { limit: 2, offset: 1 })).toEqual([4, ['a', 'B']])
  })

  it('DASH-3 leaves out what is deleted, and shows no tiles', async () => {
    const { context } = await projectWith({ name: 'gone', deleted: true }, { name: 'here', useTemplate: 'Flag usage' })
    const { count, items } = await listDashboards(context, {}, PAGE)
    expect([count, Object.keys(items[0] ?? {}).includes('tiles')]).toEqual([1, false])
    expect(items).toMatchObject([{ name: 'here', canEdit: true, effectivePrivilegeLevel: 37, searchMatchType: null }])
  })

  it('DASH-16 shows those that are deleted instead when asked to, in the same order', async () => {
    const { names, context } = await projectWith(
      { name: 'here' },
      { name: 'b', deleted: true },
      { name: 'a', deleted: true },
      { name: 'z', deleted: true, pinned: true },
    )
    expect(await names({ deleted: 'true' })).toEqual([3, ['z', 'a', 'b']])
    expect(await names({ deleted: 'true', pinned: 'true' })).toEqual([1, ['z']])
    expect(await names({ deleted: 'True', search: 'b' }, { limit: 1, offset: 0 })).toEqual([1, ['b']])
    for (const deleted of ['false', '', undefined]) expect(await names({ deleted })).toEqual([1, ['here']])
    const { items } = await listDashboards(context, { deleted: 'true' }, PAGE)
    expect(items.every((dashboard) => dashboard.deleted)).toBe(true)
  })

  it('DASH-3 shows unlisted ones only to those who ask for them', async () => {
    const { context, store, names } = await projectWith({ name: 'listed' }, { name: 'hidden' })
    await store.write(async (tx) => {
      const [, hidden] = await tx.dashboards.findMany(context.project.id, [1, 2])
      if (hidden) await tx.dashboards.update({ ...hidden, creationMode: 'unlisted' }, { searchText: '', sortName: '' })
    })
    expect(await names()).toEqual([1, ['listed']])
    expect(await names({ creationMode: 'unlisted' })).toEqual([1, ['hidden']])
    expect(await names({ creationMode: 'template' })).toEqual([0, []])
  })

  it('DASH-4 searches names, descriptions and tags', async () => {
    const { names, context } = await projectWith(
      { name: 'Checkout', tags: ['web'] },
      { name: 'Other', description: 'about CHECKING out' },
      { name: 'Generated Dashboard: x Usage', tags: ['check', 'web'], pinned: true },
    )
    expect(await names({ search: ' check ' })).toEqual([3, ['Generated Dashboard: x Usage', 'Checkout', 'Other']])
    expect(await names({ search: 'CHECKOUT' })).toEqual([1, ['Checkout']])
    expect(await names({ tags: ['Web', 'none'] })).toEqual([2, ['Generated Dashboard: x Usage', 'Checkout']])
    expect(await names({ pinned: 'true' })).toEqual([1, ['Generated Dashboard: x Usage']])
    expect(await names({ pinned: 'false' })).toEqual([2, ['Checkout', 'Other']])
    expect(await names({ excludeGenerated: 'true', pinned: '' })).toEqual([2, ['Checkout', 'Other']])
    const { items } = await listDashboards(context, { search: 'other' }, PAGE)
    expect(items[0]?.searchMatchType).toBe('exact')
    await expect(names({ search: 'x'.repeat(201) })).rejects.toMatchObject({
      attr: 'search',
      message: 'Search query must be 200 characters or fewer.',
    })
  })

  it.each([
    [{ pinned: 'ja' }, 'Send true or false.'],
    [{ excludeGenerated: 'maybe' }, 'Send true or false.'],
    [{ deleted: 'ja' }, 'Send true or false.'],
    [{ creationMode: 'whatever' }, 'Send one of default, template, duplicate, unlisted.'],
    [{ pinned: true }, 'Not a valid string.'],
    [{ tags: 'x' }, 'Expected a list of text.'],
    [{ tags: [1] }, 'Expected a list of text.'],
  ])('DASH-103 refuses the filter %j', async (wrong, detail) => {
    const { names } = await projectWith({ name: 'x' })
    // A program without types may pass this.
    await expect(names(wrong as object)).rejects.toMatchObject({
      attr: Object.keys(wrong)[0],
      message: expect.stringContaining(detail),
    })
  })

  it('DASH-14 needs a key that may read dashboards', async () => {
    const { as, member } = await testDeck()
    const stranger = await as(member, { scopes: ['feature_flag:read'] })
    await expect(listDashboards(stranger, {}, PAGE)).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(retrieveDashboard(stranger, 1)).rejects.toMatchObject({ kind: 'permission_denied' })
  })
})

describe('reading a dashboard', () => {
  it('DASH-5 notes when, and is no change', async () => {
    const { context, clock } = await projectWith({ name: 'x' })
    clock.advance(60_000)
    const now = timestampOf(clock())
    expect(await retrieveDashboard(context, 1)).toMatchObject({ lastAccessedAt: now, version: 1 })
    clock.advance(60_000)
    const { items } = await listDashboards(context, {}, PAGE)
    expect(items[0]?.lastAccessedAt).toBe(now)
    await updateDashboard(context, 1, { name: 'y' })
    expect(await retrieveDashboard(context, 1)).toMatchObject({ lastAccessedAt: timestampOf(clock()), version: 2 })
  })

  it('OUT-5 goes on when the note cannot be written, or takes long', async () => {
    const { context, store, clock } = await projectWith({ name: 'x' })
    await retrieveDashboard(context, 1)
    const lastAccessedAt = timestampOf(clock())
    clock.advance(60_000)
    const refused = () => Promise.reject(new StoreUnavailable('read-only'))
    const endless = () => new Promise<never>(() => undefined)
    for (const write of [refused, endless]) {
      const reader = { ...context, store: { ...store, write } }
      expect(await retrieveDashboard(reader, 1)).toMatchObject({ name: 'x', lastAccessedAt })
    }
  })

  it('DASH-5 reads one that is deleted', async () => {
    const { context } = await projectWith({ name: 'x', deleted: true })
    expect(await retrieveDashboard(context, 1)).toMatchObject({ name: 'x', deleted: true, tiles: [] })
  })

  it('DASH-5 finds none of another project, or no id at all', async () => {
    const { context, store, organization, deck } = await projectWith({ name: 'x' })
    const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    const foreign = (await deck.project(sister.id)).context
    for (const [ctx, id] of [
      [foreign, 1],
      [context, Number.NaN],
      [context, 99],
    ] as const) {
      await expect(retrieveDashboard(ctx, id)).rejects.toMatchObject({ kind: 'not_found', apiDetail: 'Not found.' })
    }
  })

  it('DASH-6 lays filters over those that are stored, for this answer only', async () => {
    const { context } = await projectWith({ filters: { date_from: '-7d', a: 1 }, variables: { v: 1 } })
    const filtersOverride = parseOverride('filtersOverride', '{"date_from":"-1d"}')
    expect(await retrieveDashboard(context, 1, { filtersOverride, variablesOverride: { w: 2 } })).toMatchObject({
      filters: { date_from: '-1d', a: 1 },
      persistedFilters: { date_from: '-7d', a: 1 },
      variables: { v: 1, w: 2 },
      persistedVariables: { v: 1 },
    })
    expect(await retrieveDashboard(context, 1)).toMatchObject({ filters: { date_from: '-7d', a: 1 } })
    for (const text of ['{', '[]', '1', 'null']) {
      expect(() => parseOverride('filtersOverride', text)).toThrowError(
        expect.objectContaining({
          attr: 'filtersOverride',
          message: 'Invalid JSON passed in filters_override parameter',
        }),
      )
    }
  })

  it('DASH-7 shows tiles from top to bottom and from left to right', async () => {
    const { context } = await projectWith({})
    const places: readonly [string, JsonObject][] = [
      ['nowhere', {}],
      ['below', { sm: { x: 0, y: '7' } }],
      ['far below', { sm: { x: 0, y: '10' } }],
      ['right', { sm: { x: 6, y: 0 } }],
      ['left', { sm: { x: 0, y: 0 } }],
      ['odd', { sm: { x: {}, y: 'x' } }],
      ['no box', { sm: 7, xs: { x: 0, y: 0 } }],
      ['last', { sm: { x: 100, y: 101 } }],
    ]
    for (const [body, layouts] of places) await createTextTile(context, 1, { body, layouts })
    const { tiles } = await retrieveDashboard(context, 1)
    const order = ['left', 'right', 'below', 'far below', 'nowhere', 'odd', 'no box', 'last']
    expect(tiles.map(({ text }) => text?.body)).toEqual(order)
    expect(tiles.map((tile) => tile.order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('DASH-8 takes the same queries however many tiles there are', async () => {
    const queriesWith = async (tiles: number) => {
      const { context } = await testDeck()
      const { id } = await createDashboard(context, {})
      for (let n = 0; n < tiles; n++) {
        await createInsight(context, { name: String(n), dashboardIds: [id] })
        await createTextTile(context, id, { body: String(n) })
        await createDashboard(context, { useDashboard: id })
      }
      let queries = 0
      const store = watchedStore(context.store, () => queries++)
      expect((await retrieveDashboard({ ...context, store }, id)).tiles).toHaveLength(2 * tiles)
      return queries
    }
    expect(await queriesWith(20)).toBe(await queriesWith(1))
  })

  it('DASH-9 hides a tile while its insight is deleted', async () => {
    const { context } = await projectWith({})
    const insight = await createInsight(context, { name: 'x', dashboardIds: [1] })
    await updateInsight(context, insight.id, { deleted: true })
    expect((await retrieveDashboard(context, 1)).tiles).toEqual([])
    await updateInsight(context, insight.id, { deleted: false })
    expect((await retrieveDashboard(context, 1)).tiles).toMatchObject([{ insight: { id: insight.id } }])
  })
})

describe('the activity of dashboards', () => {
  const verbs = async (ctx: ProjectContext, id?: number) =>
    (await listDashboardActivity(ctx, PAGE, id)).items.map(({ verb, itemId }) => `${verb} ${itemId}`)

  it('DASH-12 tells of one dashboard, deleted or not, or of all', async () => {
    const { context, as, member } = await projectWith({ name: 'a' }, { name: 'b' })
    await updateDashboard(await as(member), 1, { name: 'A', tags: ['x'] })
    await updateDashboard(context, 1, { deleted: true })
    expect(await verbs(context, 1)).toEqual(['deleted 1', 'updated 1', 'created 1'])
    expect(await verbs(context)).toEqual(['deleted 1', 'updated 1', 'created 2', 'created 1'])
    const { items } = await listDashboardActivity(context, PAGE, 1)
    expect(items[1]).toMatchObject({
      user: { email: member.email },
      scope: 'Dashboard',
      detail: {
        name: 'A',
        changes: [
          { field: 'name', before: 'a', after: 'A', action: 'changed' },
          { field: 'tags', before: [], after: ['x'] },
        ],
      },
    })
    await expect(listDashboardActivity(context, PAGE, 99)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('DASH-12 tells of tiles as what they were and are', async () => {
    const { context } = await projectWith({})
    const { id } = await createTextTile(context, 1, { body: 'x', color: 'blue' })
    await updateDashboard(context, 1, { tiles: [{ id, color: 'green' }] })
    await updateDashboard(context, 1, { tiles: [{ id, deleted: true }] })
    await updateDashboard(context, 1, { tiles: [{ id, deleted: true }] })
    const { items } = await listDashboardActivity(context, PAGE, 1)
    const summary = { id, text: 1, insight: null, color: 'blue' }
    expect(items.map(({ detail }) => detail.changes)).toMatchObject([
      [{ field: 'tiles', action: 'deleted', before: { ...summary, color: 'green' }, after: null }],
      [{ field: 'tiles', action: 'changed', before: summary, after: { ...summary, color: 'green' } }],
      [{ field: 'tiles', action: 'created', before: null, after: summary }],
      [],
    ])
  })

  it('DASH-12 tells of texts as what they were and are', async () => {
    const { context, as, member } = await projectWith({})
    const { id: tileId, text } = await createTextTile(context, 1, { body: 'Old', color: 'blue' })
    await updateTextTile(context, 1, { tileId, body: 'New' })
    await updateDashboard(await as(member), 1, { tiles: [{ text: { id: text?.id } }] })
    const { items } = await listDashboardActivity(context, { limit: 2, offset: 0 }, 1)
    const change = { type: 'Dashboard', field: 'texts', action: 'changed' }
    const told = (body: string, createdBy: string | null) => ({ id: text?.id, body, created_by: createdBy })
    expect(items.map(({ detail }) => detail.changes)).toEqual([
      [{ ...change, before: told('New', null), after: told('New', member.uuid) }],
      [{ ...change, before: told('Old', null), after: told('New', null) }],
    ])
  })

  it('DASH-12 tells of no change that changed nothing', async () => {
    const { context } = await projectWith({ name: 'a', filters: { date_from: '-7d' } })
    const { id } = await createTextTile(context, 1, { body: 'x', color: 'blue' })
    await updateDashboard(context, 1, {})
    await updateDashboard(context, 1, { name: 'a', filters: { date_from: '-7d' }, tiles: [{ id, color: 'blue' }] })
    await updateTextTile(context, 1, { tileId: id, body: 'x' })
    expect(await verbs(context, 1)).toEqual(['updated 1', 'created 1'])
    expect((await retrieveDashboard(context, 1)).version).toBe(5)
  })
})
