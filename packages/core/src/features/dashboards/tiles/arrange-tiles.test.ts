import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tile } from '../../../data/records/tile.ts'
import { box, furnishedDashboard } from '../../../testing/dashboards/furnished-dashboard.ts'
import { retrieveDashboard } from '../retrieve-dashboard.ts'
import { updateDashboard } from '../update-dashboard.ts'
import { arrangeTiles } from './arrange-tiles.ts'
import { createTextTile } from './change-text-tile.ts'
import { compactTiles } from './compact-tiles.ts'
import { deleteTile } from './delete-tile.ts'
import { boxOf, overlaps } from './layout-box.ts'
import { reorderTiles } from './reorder-tiles.ts'
import { inLayoutOrder } from './tile-order.ts'

function tile(id: number, layouts: Tile['layouts']): Tile {
  return {
    id,
    projectId: 1,
    dashboardId: 1,
    content: { kind: 'text', textId: id },
    layouts,
    color: null,
    filtersOverrides: {},
    showDescription: null,
    transparentBackground: null,
    deleted: false,
    deletionId: null,
  }
}

const places = (tiles: readonly Tile[], breakpoint = 'sm') =>
  tiles.map((each) => Object.values(boxOf(each, breakpoint) ?? {}))
const size = fc.record({ w: fc.integer({ min: 1, max: 14 }), h: fc.integer({ min: 1, max: 8 }) })
const sized = fc.array(size, { maxLength: 12 }).map((sizes) => sizes.map((sm, index) => tile(index + 1, { sm })))
const boxes = fc.record({
  x: fc.integer({ min: 0, max: 11 }),
  y: fc.integer({ min: 0, max: 30 }),
  w: fc.integer({ min: 1, max: 12 }),
  h: fc.integer({ min: 1, max: 6 }),
})

function anyOverlap(tiles: readonly Tile[]): boolean {
  const all = tiles.flatMap((each) => boxOf(each, 'sm') ?? [])
  return all.some((a, i) => all.slice(i + 1).some((b) => overlaps(a, b)))
}

describe('an arrangement', () => {
  it('DASH-55 preserves sizes, and puts each tile as high and as far left as it fits', async () => {
    const tiles = [tile(1, box(0, 9, 8, 5)), tile(2, box(0, 0, 4, 3)), tile(3, box(0, 0, 4, 2)), tile(4, {})]
    expect(places(await arrangeTiles(tiles, 'preserve'))).toEqual([
      [0, 0, 8, 5],
      [8, 0, 4, 3],
      [8, 3, 4, 2],
      [0, 5, 6, 5],
    ])
  })

  it('DASH-55 leaves room that only a later tile would fill, rather than break the order', async () => {
    const sizes = [
      [2, 2],
      [4, 9],
      [6, 2],
      [4, 2],
      [2, 2],
    ] as const
    const tiles = sizes.map(([w, h], index) => tile(index + 1, box(0, 0, w, h)))
    expect(places(await arrangeTiles(tiles, 'preserve')).slice(3)).toEqual([
      [6, 2, 4, 2],
      [10, 2, 2, 2],
    ])
  })

  it('DASH-55 makes pairs, or a stack', async () => {
    const tiles = [1, 2, 3].map((id) => tile(id, box(1, 1, 3, 3)))
    expect(places(await arrangeTiles(tiles, 'two_column'))).toEqual([
      [0, 0, 6, 5],
      [6, 0, 6, 5],
      [0, 5, 6, 5],
    ])
    expect(places(await arrangeTiles(tiles, 'full_width'))).toEqual([
      [0, 0, 12, 5],
      [0, 5, 12, 5],
      [0, 10, 12, 5],
    ])
  })

  it('DASH-55 has one column on narrow screens, and leaves other breakpoints and what else boxes say', async () => {
    const tiles = [tile(1, { xs: { h: 3 }, lg: { x: 1 } }), tile(2, { sm: { w: 6, h: 5, minW: 3, i: 'a' } })]
    const [first, second] = await arrangeTiles(tiles, 'preserve')
    expect(first?.layouts).toEqual({ xs: { x: 0, y: 0, w: 1, h: 3 }, sm: { x: 0, y: 0, w: 6, h: 5 }, lg: { x: 1 } })
    expect(second?.layouts).toEqual({
      xs: { x: 0, y: 3, w: 1, h: 5 },
      sm: { x: 6, y: 0, w: 6, h: 5, minW: 3, i: 'a' },
    })
  })

  it('DASH-55 shows tiles in the order given, none on another, none beside the screen', async () => {
    await fc.assert(
      fc.asyncProperty(sized, fc.constantFrom('preserve', 'two_column', 'full_width'), async (tiles, layout) => {
        const arranged = await arrangeTiles(tiles, layout)
        expect(inLayoutOrder(arranged)).toEqual(arranged)
        expect(anyOverlap(arranged)).toBe(false)
        for (const each of arranged)
          expect((boxOf(each, 'sm')?.x ?? 12) + (boxOf(each, 'sm')?.w ?? 0)).toBeLessThanOrEqual(12)
      }),
    )
  })
})

describe('moving up', () => {
  it('DASH-57 fills the room above, breakpoint by breakpoint', async () => {
    const tiles = [
      tile(1, { sm: { x: 0, y: 5, w: 6, h: 5 }, xs: { x: 0, y: 10, w: 1, h: 5 }, lg: { x: 0, y: '4', w: 1, h: '2' } }),
      tile(2, { sm: { x: 6, y: 0, w: 6, h: 5 }, xs: { x: 0, y: 20, w: 1, h: 5 } }),
      tile(3, box(0, 20, 12, 5)),
      tile(4, {}),
    ]
    const compacted = await compactTiles(tiles)
    expect(places(compacted)).toEqual([[0, 0, 6, 5], [6, 0, 6, 5], [0, 5, 12, 5], []])
    expect(places(compacted, 'xs')).toEqual([[0, 0, 1, 5], [0, 5, 1, 5], [], []])
    expect(places(compacted, 'lg')[0]).toEqual([0, 0, 1, 2])
    expect(compacted[1]?.layouts.sm).toEqual(tiles[1]?.layouts.sm)
  })

  it('DASH-57 leaves what is pinned to its place', async () => {
    const tiles = [
      tile(1, { sm: { x: 0, y: 10, w: 6, h: 5, static: true } }),
      tile(2, box(0, 20)),
      tile(3, box(0, 8, 6, 2)),
    ]
    expect(places(await compactTiles(tiles))).toEqual([
      [0, 10, 6, 5],
      [0, 15, 6, 5],
      [0, 0, 6, 2],
    ])
  })

  it('DASH-57 moves nothing down, makes no overlap, and is done after once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(boxes, { maxLength: 10 }), async (all) => {
        const tiles = all.map((sm, index) => tile(index + 1, { sm }))
        const compacted = await compactTiles(tiles)
        for (const [index, each] of compacted.entries()) {
          expect(boxOf(each, 'sm')?.y).toBeLessThanOrEqual(all[index]?.y ?? 0)
        }
        if (anyOverlap(tiles)) return
        expect(anyOverlap(compacted)).toBe(false)
        expect(await compactTiles(compacted)).toEqual(compacted)
      }),
    )
  })
})

describe('putting tiles in order', () => {
  it('DASH-55 shows those named first, and then the others', async () => {
    const { context, dashboard, chart, note, shown } = await furnishedDashboard()
    const last = await createTextTile(context, dashboard.id, { body: 'Last', layouts: box(0, 300, 12, 2) })
    const { tiles, version } = await reorderTiles(context, dashboard.id, { tileOrder: [last.id, note.id] })
    expect(tiles.map(({ id }) => id)).toEqual([last.id, note.id, chart.id])
    expect(version).toBe(5)
    await reorderTiles(context, dashboard.id, { tileOrder: [chart.id, last.id, note.id], layout: 'full_width' })
    expect(await shown(dashboard.id)).toEqual(['Chart', 'Last', 'Note'])
  })

  it('DASH-56 refuses an order that is none', async () => {
    const { context, dashboard, chart, note, other } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, { tiles: [{ id: note.id, deleted: true }] })
    const order = (tileOrder: number[], id = dashboard.id) => reorderTiles(context, id, { tileOrder })
    await expect(order([])).rejects.toMatchObject({ attr: 'tileOrder', code: 'empty' })
    await expect(order([chart.id, chart.id])).rejects.toMatchObject({
      message: 'tile_order must contain unique tile IDs',
    })
    await expect(order([chart.id, note.id, 999])).rejects.toMatchObject({
      kind: 'not_found',
      message: `Tile IDs not found on this dashboard: [${note.id}, 999]`,
    })
    await expect(order([chart.id], other.id)).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('deleting a tile', () => {
  it('DASH-57 lets the others move up', async () => {
    const { context, dashboard, chart, note } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, {
      tiles: [
        { id: chart.id, layouts: box(0, 0) },
        { id: note.id, layouts: box(0, 5) },
      ],
    })
    await deleteTile(context, dashboard.id, { tileId: chart.id })
    expect((await retrieveDashboard(context, dashboard.id)).tiles).toMatchObject([{ id: note.id, layouts: box(0, 0) }])
    await expect(deleteTile(context, dashboard.id, { tileId: chart.id })).rejects.toMatchObject({ kind: 'not_found' })
  })
})
