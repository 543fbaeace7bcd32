import type { Tile } from '../../../data/records/tile.ts'
import { visitYielding } from '../../../foundation/time/yield.ts'
import { DEFAULT_SIZE, type LayoutBox, overlaps, sizeOf, withBox } from './layout-box.ts'
import type { TileLayout } from './tile-input.ts'

/** The width of a wide screen in grid units. */
const COLUMNS = 12

type Arrangement = (tiles: readonly Tile[]) => LayoutBox[] | Promise<LayoutBox[]>

const ARRANGEMENTS: Readonly<Record<TileLayout, Arrangement>> = {
  preserve: packed,
  two_column: (tiles) =>
    tiles.map((_, index) => {
      const { w, h } = DEFAULT_SIZE.sm
      return { x: (index % 2) * w, y: Math.floor(index / 2) * h, w, h }
    }),
  full_width: (tiles) =>
    tiles.map((_, index) => ({ x: 0, y: index * DEFAULT_SIZE.sm.h, w: COLUMNS, h: DEFAULT_SIZE.sm.h })),
}

/** Sets the layouts of tiles to the order of the list; on narrow screens they are in one column. */
export async function arrangeTiles(tiles: readonly Tile[], layout: TileLayout): Promise<Tile[]> {
  const boxes = await ARRANGEMENTS[layout](tiles)
  let bottom = 0
  return tiles.map((tile, index) => {
    const { w, h } = sizeOf(tile, 'xs')
    const narrow = withBox(tile, 'xs', { x: 0, y: bottom, w, h })
    bottom += h
    return withBox(narrow, 'sm', boxes[index] ?? {})
  })
}

/**
 * Returns a box for each tile: the topmost and then leftmost position where it fits, but not before the previous tile.
 */
async function packed(tiles: readonly Tile[]): Promise<LayoutBox[]> {
  const placed: LayoutBox[] = []
  // Each step reads all earlier tiles.
  await visitYielding(tiles, (tile) => void placed.push(firstFit(sizeOf(tile, 'sm'), placed)), 1)
  return placed
}

function firstFit({ w, h }: Pick<LayoutBox, 'w' | 'h'>, placed: readonly LayoutBox[]): LayoutBox {
  const size = { w: Math.min(Math.max(w, 1), COLUMNS), h: Math.max(h, 1) }
  const last = placed.at(-1) ?? { x: 0, y: 0, ...size }
  const rows = [...new Set([last.y, ...placed.map((box) => box.y + box.h)])]
    .filter((y) => y >= last.y)
    .sort((a, b) => a - b)
  for (const y of rows) {
    for (let x = y === last.y ? last.x : 0; x + size.w <= COLUMNS; x++) {
      const box = { x, y, ...size }
      if (!placed.some((other) => overlaps(box, other))) return box
    }
  }
  return { x: 0, y: Math.max(0, ...placed.map((box) => box.y + box.h)), ...size }
}
