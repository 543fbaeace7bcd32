/** The number of columns of a dashboard in a wide window. */
export const COLUMNS = 12

/** The size of a tile without a stored size: two fit side by side. */
export const STANDARD = { w: 6, h: 5 }
const SMALLEST = { w: 3, h: 2 }
/** The maximum number of rows for the content of a tile without a stored height. */
const TALLEST = 10
/** Other clients may store larger heights by mistake. */
const HIGHEST = 100

/** The area of a tile in the grid, in columns and rows from 0. */
export interface Box {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The stored fields of a tile. */
export interface StoredTile {
  readonly id: number
  readonly layouts: unknown
}

/** The number of rows that the content of a tile needs, by tile id. A chart has none, because it fills any height. */
export type ContentRows = ReadonlyMap<number, number>

/**
 * Returns the boxes of tiles. A tile is never taller than its content needs (CONSOLE-301). Tiles without a stored place
 * follow the others, each in the first free position (CONSOLE-300), so that the positions of the others do not change.
 */
export function boxesOf(tiles: readonly StoredTile[], rows: ContentRows = new Map()): readonly Box[] {
  const stored = tiles.map(({ id, layouts }) => storedBox(id, layouts, rows.get(id)))
  const isPlaced = (box: (typeof stored)[number]): box is Box => box.y !== undefined
  const placed = packed(stored.filter(isPlaced).map(within))
  return stored.filter((box) => !isPlaced(box)).reduce(withNext, placed)
}

/** Adds a box in the first free position: as high as possible, then as far left as possible. */
function withNext(placed: readonly Box[], { id, w, h }: Pick<Box, 'id' | 'w' | 'h'>): readonly Box[] {
  const box = within({ id, x: 0, y: 0, w, h })
  const columns = Array.from({ length: Math.floor(COLUMNS / box.w) }, (_, index) => index * box.w)
  const candidates = columns.map((x) => ({ ...box, x, y: lowestEdge({ ...box, x }, placed) }))
  return [...placed, candidates.reduce((best, next) => (next.y < best.y ? next : best))]
}

/** Whether a tile has a stored place. Otherwise its position depends on the other tiles. */
export function hasPlace({ layouts }: Pick<StoredTile, 'layouts'>): boolean {
  return numberIn(smallScreen(layouts)?.y) !== undefined
}

/** Returns the stored height of a tile, in rows. */
export function storedHeight({ layouts }: Pick<StoredTile, 'layouts'>): number | undefined {
  return numberIn(smallScreen(layouts)?.h)
}

function storedBox(id: number, layouts: unknown, rows: number | undefined) {
  const { x, y, w, h } = smallScreen(layouts) ?? {}
  const height = numberIn(h) ?? (rows === undefined ? STANDARD.h : TALLEST)
  return {
    id,
    x: numberIn(x) ?? 0,
    y: numberIn(y),
    w: numberIn(w) ?? STANDARD.w,
    h: Math.min(height, rows ?? HIGHEST),
  }
}

function smallScreen(layouts: unknown): Partial<Record<'x' | 'y' | 'w' | 'h', unknown>> | undefined {
  return ((layouts ?? {}) as { readonly sm?: Partial<Record<'x' | 'y' | 'w' | 'h', unknown>> }).sm // each value is checked
}

/** Other clients store numbers as text, or values that are not numbers. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined
}

/** Returns the box in whole columns of the grid. */
function within({ id, x, y, w, h }: Box): Box {
  const width = between(w, 1, COLUMNS)
  return { id, x: between(x, 0, COLUMNS - width), y: Math.max(0, y), w: width, h: between(h, 1, HIGHEST) }
}

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Returns boxes in reading order: from top to bottom, then from left to right. */
export function inOrder(boxes: readonly Box[]): readonly Box[] {
  return [...boxes].sort((one, other) => one.y - other.y || one.x - other.x || one.id - other.id)
}

/** Moves every box up until it touches another, so that no boxes overlap and no gaps are left. */
export function packed(boxes: readonly Box[]): readonly Box[] {
  const placed: Box[] = []
  for (const box of inOrder(boxes)) placed.push({ ...box, y: lowestEdge(box, placed) })
  return placed
}

/** Returns the row below all boxes in the columns of this one. */
function lowestEdge({ x, w }: Box, placed: readonly Box[]): number {
  const above = placed.filter((other) => x < other.x + other.w && other.x < x + w)
  return Math.max(0, ...above.map(({ y, h }) => y + h))
}

type Change = Partial<Omit<Box, 'id'>>

/** Returns the boxes after one was moved or resized. It takes its new place, and boxes at that place move. */
export function changed(boxes: readonly Box[], id: number, change: Change): readonly Box[] {
  const before = boxes.find((box) => box.id === id)
  if (!before) return boxes
  const wanted = wantedBox(before, change)
  const isDown = wanted.y > before.y
  const others = boxes.filter((box) => box.id !== id).map((box) => beside(box, wanted, isDown))
  return packed([wanted, ...others])
}

/** Moves a box that overlaps the moved one. The two swap places once the moved box is past the middle of the other. */
function beside(box: Box, wanted: Box, isDown: boolean): Box {
  if (!overlaps(box, wanted)) return box
  const middle = box.y + box.h / 2
  const isFirst = isDown ? wanted.y + wanted.h > middle : wanted.y >= middle
  return { ...box, y: isFirst ? Math.min(box.y, wanted.y - 1) : wanted.y + 1 }
}

function wantedBox(before: Box, change: Change): Box {
  const { x, y, w, h } = { ...before, ...change }
  const width = between(w, Math.min(SMALLEST.w, before.w), COLUMNS)
  const height = between(h, Math.min(SMALLEST.h, before.h), HIGHEST)
  const room = change.w === undefined ? between(x, 0, COLUMNS - width) : before.x
  return { id: before.id, x: room, y: Math.max(0, y), w: Math.min(width, COLUMNS - room), h: height }
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

/** Moves a tile down past the next one below it. After a move by fewer rows, packing would return it to its place. */
export function stepDown(boxes: readonly Box[], id: number): readonly Box[] {
  const box = boxes.find((each) => each.id === id)
  if (!box) return boxes
  const below = boxes.filter((other) => other.y >= box.y + box.h && overlaps({ ...other, y: box.y }, box))
  return below.length === 0 ? boxes : changed(boxes, id, { y: Math.min(...below.map(({ y, h }) => y + h)) - box.h })
}

/** Moves a tile up past the one above it. */
export function stepUp(boxes: readonly Box[], id: number): readonly Box[] {
  const box = boxes.find((each) => each.id === id)
  if (!box) return boxes
  const above = boxes.filter((other) => other.y + other.h <= box.y && overlaps({ ...other, y: box.y }, box))
  return above.length === 0 ? boxes : changed(boxes, id, { y: Math.max(...above.map(({ y }) => y)) })
}
