/** How many columns a dashboard has where there is room for them. */
export const COLUMNS = 12

/** What a tile without a place of its own takes up. */
const STANDARD = { w: 6, h: 5 }
const SMALLEST = { w: 3, h: 3 }
/** So high that nobody means more. */
const HIGHEST = 100

/** The part of the grid that a tile takes up, in columns and rows from 0. */
export interface Box {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** The boxes of tiles as they are stored; a tile without a place comes after those that have one. */
export function boxesOf(tiles: readonly { readonly id: number; readonly layouts: unknown }[]): readonly Box[] {
  const stored = tiles.map(({ id, layouts }) => storedBox(id, layouts))
  const end = Math.max(0, ...stored.map(({ y, h }) => (y === undefined ? 0 : y + h)))
  return packed(stored.map((box, index) => within({ ...box, y: box.y ?? end + index })))
}

function storedBox(id: number, layouts: unknown) {
  const { sm } = (layouts ?? {}) as { readonly sm?: Partial<Record<'x' | 'y' | 'w' | 'h', unknown>> }
  return {
    id,
    x: numberIn(sm?.x) ?? 0,
    y: numberIn(sm?.y),
    w: numberIn(sm?.w) ?? STANDARD.w,
    h: numberIn(sm?.h) ?? STANDARD.h,
  }
}

/** Other clients have written all kinds of things. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined
}

/** The box in whole columns of the grid. */
function within({ id, x, y, w, h }: Box): Box {
  const width = between(w, 1, COLUMNS)
  return { id, x: between(x, 0, COLUMNS - width), y: Math.max(0, y), w: width, h: between(h, 1, HIGHEST) }
}

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** In the order of reading: from top to bottom, then from left to right. */
export function inOrder(boxes: readonly Box[]): readonly Box[] {
  return [...boxes].sort((one, other) => one.y - other.y || one.x - other.x || one.id - other.id)
}

/** Every box as high up as it gets below those before it, so that none lie over each other and nothing is left open. */
export function packed(boxes: readonly Box[]): readonly Box[] {
  const placed: Box[] = []
  for (const box of inOrder(boxes)) placed.push({ ...box, y: lowestEdge(box, placed) })
  return placed
}

/** Where a box comes to lie that falls upwards: right below the lowest of those in its columns. */
function lowestEdge({ x, w }: Box, placed: readonly Box[]): number {
  const above = placed.filter((other) => x < other.x + other.w && other.x < x + w)
  return Math.max(0, ...above.map(({ y, h }) => y + h))
}

type Change = Partial<Omit<Box, 'id'>>

/** The boxes after one was moved or sized: it takes its place, and those that were there make room. */
export function changed(boxes: readonly Box[], id: number, change: Change): readonly Box[] {
  const before = boxes.find((box) => box.id === id)
  if (!before) return boxes
  const wanted = wantedBox(before, change)
  const isDown = wanted.y > before.y
  const others = boxes.filter((box) => box.id !== id).map((box) => besides(box, wanted, isDown))
  return packed([wanted, ...others])
}

/** A box beside the one that is moved: the two change places once that is past the middle of it. */
function besides(box: Box, wanted: Box, isDown: boolean): Box {
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

/** One step down for a tile is past the next one below it: by fewer rows it would fall back to where it was. */
export function stepDown(boxes: readonly Box[], id: number): readonly Box[] {
  const box = boxes.find((each) => each.id === id)
  if (!box) return boxes
  const below = boxes.filter((other) => other.y >= box.y + box.h && overlaps({ ...other, y: box.y }, box))
  return below.length === 0 ? boxes : changed(boxes, id, { y: Math.min(...below.map(({ y, h }) => y + h)) - box.h })
}

/** One step up is past the one above it. */
export function stepUp(boxes: readonly Box[], id: number): readonly Box[] {
  const box = boxes.find((each) => each.id === id)
  if (!box) return boxes
  const above = boxes.filter((other) => other.y + other.h <= box.y && overlaps({ ...other, y: box.y }, box))
  return above.length === 0 ? boxes : changed(boxes, id, { y: Math.max(...above.map(({ y }) => y)) })
}
