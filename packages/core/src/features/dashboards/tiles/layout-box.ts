import type { Tile } from '../../../data/records/tile.ts'
import { isJsonObject, type JsonObject } from '../../../foundation/json/json-value.ts'
import { gridNumber } from './tile-order.ts'

/** The area of a tile in the grid of a breakpoint, in grid units. */
export interface LayoutBox {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The size of tiles without a stored size. */
export const DEFAULT_SIZE = { sm: { w: 6, h: 5 }, xs: { w: 1, h: 5 } } as const

/** Returns the stored box of a tile; undefined if it has no position at this breakpoint. */
export function boxOf({ layouts }: Pick<Tile, 'layouts'>, breakpoint: string): LayoutBox | undefined {
  const stored = storedBox(layouts, breakpoint)
  const [x, y, w, h] = [stored?.x, stored?.y, stored?.w, stored?.h].map(gridNumber)
  return x === undefined || y === undefined || w === undefined || h === undefined ? undefined : { x, y, w, h }
}

/** Returns the width and height of a tile, even if it has no position. */
export function sizeOf({ layouts }: Pick<Tile, 'layouts'>, breakpoint: 'sm' | 'xs'): Pick<LayoutBox, 'w' | 'h'> {
  const stored = storedBox(layouts, breakpoint)
  const standard = DEFAULT_SIZE[breakpoint]
  return { w: gridNumber(stored?.w) ?? standard.w, h: gridNumber(stored?.h) ?? standard.h }
}

/** Returns the tile with another box at one breakpoint. Other fields of the box, such as `minW`, stay unchanged. */
export function withBox<T extends Pick<Tile, 'layouts'>>(tile: T, breakpoint: string, box: Partial<LayoutBox>): T {
  const stored = storedBox(tile.layouts, breakpoint)
  return { ...tile, layouts: { ...tile.layouts, [breakpoint]: { ...stored, ...box } } }
}

/** Whether the position of the tile is fixed. */
export function isStatic({ layouts }: Pick<Tile, 'layouts'>, breakpoint: string): boolean {
  return storedBox(layouts, breakpoint)?.static === true
}

export function overlaps(a: LayoutBox, b: LayoutBox): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

function storedBox(layouts: JsonObject, breakpoint: string): JsonObject | undefined {
  const box = Object.hasOwn(layouts, breakpoint) ? layouts[breakpoint] : undefined
  return isJsonObject(box) ? box : undefined
}
