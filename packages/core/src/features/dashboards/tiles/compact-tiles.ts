import type { Tile } from '../../../data/records/tile.ts'
import { visitYielding } from '../../../foundation/time/yield.ts'
import { boxOf, isStatic, type LayoutBox, overlaps, withBox } from './layout-box.ts'

/**
 * The maximum number of breakpoints that are compacted. Layouts may have any number of keys, each of which takes a pass
 * over all tiles; real ones have five.
 */
const MAX_BREAKPOINTS = 20

/** Returns the tiles, moved up into free space at each breakpoint. Tiles without a position stay without one. */
export async function compactTiles(tiles: readonly Tile[]): Promise<Tile[]> {
  const breakpoints = new Set(tiles.flatMap((tile) => Object.keys(tile.layouts).slice(0, MAX_BREAKPOINTS)))
  let moved = [...tiles]
  for (const breakpoint of [...breakpoints].slice(0, MAX_BREAKPOINTS)) moved = await compacted(moved, breakpoint)
  return moved
}

async function compacted(tiles: readonly Tile[], breakpoint: string): Promise<Tile[]> {
  const settled: LayoutBox[] = tiles.flatMap((tile) =>
    isStatic(tile, breakpoint) ? (boxOf(tile, breakpoint) ?? []) : [],
  )
  const heights = new Map<number, number>()
  const settle = ({ id, box }: Movable) => {
    const y = highestFree(box, settled)
    heights.set(id, y)
    settled.push({ ...box, y })
  }
  // Each step reads all settled boxes.
  await visitYielding(movable(tiles, breakpoint), settle, 1)
  return tiles.map((tile) => {
    const y = heights.get(tile.id)
    return y === undefined || y === boxOf(tile, breakpoint)?.y ? tile : withBox(tile, breakpoint, { y })
  })
}

/** A tile whose position is not fixed. */
interface Movable {
  readonly id: number
  readonly box: LayoutBox
}

/** Returns the movable tiles from top to bottom, so that everything above a tile is settled before it. */
function movable(tiles: readonly Tile[], breakpoint: string): Movable[] {
  return tiles
    .flatMap((tile) => {
      const box = isStatic(tile, breakpoint) ? undefined : boxOf(tile, breakpoint)
      return box ? [{ id: tile.id, box }] : []
    })
    .sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x || a.id - b.id)
}

/** Returns the highest position to which the box can move up: the bottom of another box, or the top. */
function highestFree(box: LayoutBox, settled: readonly LayoutBox[]): number {
  const above = settled.filter((other) => other.y < box.y && box.x < other.x + other.w && other.x < box.x + box.w)
  const y = Math.max(0, ...above.map((other) => other.y + other.h))
  const moved = { ...box, y }
  // Boxes that already overlapped are not moved.
  return y < box.y && !settled.some((other) => overlaps(moved, other)) ? y : box.y
}
