import { describe, expect, it } from 'vitest'
import { testDeck } from '../../../testing/test-deck.ts'

const LAYOUTS = { sm: { x: 0, y: 0, w: 6, h: 5 } }

describe('tiles of a new dashboard', () => {
  it('DASH-100 show texts, which are made, and insights, which are there', async () => {
    const { dashboards, insights, admin, deck, project } = await testDeck()
    const insight = await insights.create({ name: 'I', query: { kind: 'TrendsQuery' } })
    const mine = (await deck.as(admin)).project(project.id)
    const { dashboards: own } = await mine
    const made = await own.create({
      name: 'D',
      tiles: [
        { text: { body: 'Hello' }, layouts: LAYOUTS, color: 'blue' },
        { insight: { id: insight.id }, layouts: { sm: { ...LAYOUTS.sm, y: 5 } }, showDescription: true },
      ],
    })
    expect(made).toMatchObject({ version: 1, creationMode: 'default' })
    expect(made.tiles).toMatchObject([
      { layouts: LAYOUTS, color: 'blue', text: { body: 'Hello', createdBy: { email: admin.email } }, insight: null },
      { showDescription: true, insight: { id: insight.id, dashboardIds: [made.id] }, text: null },
    ])
    expect(await dashboards.get(made.id)).toMatchObject({ tiles: [{ text: { body: 'Hello' } }, {}] })
  })

  it('DASH-100 of a dashboard that was read are made again, texts as texts of their own', async () => {
    const { dashboards, insights } = await testDeck()
    const { id } = await dashboards.create({ name: 'D', tiles: [{ text: { body: 'Hello' }, layouts: LAYOUTS }] })
    await insights.create({ name: 'I', dashboardIds: [id] })
    const source = await dashboards.get(id)
    const again = await dashboards.create({ ...source, name: 'E' })
    expect(again.tiles.map(({ layouts }) => layouts)).toEqual(source.tiles.map(({ layouts }) => layouts))
    expect(again.tiles.map(({ insight }) => insight?.id)).toEqual(source.tiles.map(({ insight }) => insight?.id))
    const [text, before] = [again, source].map(({ tiles }) => tiles.find((tile) => tile.text)?.text)
    expect(text?.body).toBe('Hello')
    expect(text?.id).not.toBe(before?.id)
    expect((await dashboards.get(id)).tiles).toHaveLength(2)
  })

  it.each([
    ['nothing', {}, 'tiles__1'],
    ['a text without a body', { text: {} }, 'tiles__1'],
    ['a text and an insight', { text: { body: 'x' }, insight: { id: 1 } }, 'tiles__1'],
    ['an insight that is not there', { insight: { id: 99 } }, 'tiles__1__insight__id'],
    ['an insight without an id', { insight: { name: 'New' } }, 'tiles__1__insight__id'],
    ['a deletion', { text: { body: 'x' }, deleted: true }, 'tiles__1__deleted'],
    ['a widget', { widget: { type: 'x' } }, 'widget'],
    ['a text that is too long', { text: { body: 'x'.repeat(4001) } }, 'text__body'],
  ])('DASH-101 are refused where they show %s, and nothing is written', async (_, tile, attr) => {
    const { dashboards } = await testDeck()
    const tiles = [{ text: { body: 'Hello' } }, tile] as never
    await expect(dashboards.create({ name: 'D', tiles })).rejects.toMatchObject({ kind: 'validation', attr })
    expect((await dashboards.list()).count).toBe(0)
  })

  it('DASH-101 are refused where two show the same insight, and where it is deleted', async () => {
    const { dashboards, insights } = await testDeck()
    const { id } = await insights.create({ name: 'I' })
    const tile = { insight: { id } }
    await expect(dashboards.create({ tiles: [tile, tile] })).rejects.toMatchObject({ attr: 'tiles__1__insight__id' })
    await insights.update(id, { deleted: true })
    await expect(dashboards.create({ tiles: [tile] })).rejects.toMatchObject({ code: 'does_not_exist' })
  })

  it('DASH-101 are refused beside a template or another dashboard, unless there are none', async () => {
    const { dashboards } = await testDeck()
    const { id } = await dashboards.create({ name: 'D' })
    const tiles = [{ text: { body: 'Hello' } }]
    for (const source of [{ useDashboard: id }, { useTemplate: 'DEFAULT_APP' }]) {
      await expect(dashboards.create({ ...source, tiles })).rejects.toMatchObject({ attr: 'tiles' })
      await expect(dashboards.create({ ...source, tiles: [] })).resolves.toMatchObject({ version: 1 })
    }
    const template = { template_name: 'T', dashboard_description: '', dashboard_filters: {}, tiles: [{ type: 'TEXT' }] }
    await expect(dashboards.createFromTemplate(template, { tiles } as never)).rejects.toMatchObject({ attr: 'tiles' })
  })

  it('DASH-18 have no larger looks than others', async () => {
    const { dashboards } = await testDeck()
    const tile = { text: { body: 'x' }, layouts: { sm: { own: 'x'.repeat(60_000) } } }
    await expect(dashboards.create({ tiles: Array.from({ length: 10 }, () => tile) })).rejects.toThrow(
      'at most 524,288',
    )
  })
})
