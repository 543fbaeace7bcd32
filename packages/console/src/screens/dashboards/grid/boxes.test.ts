import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Box, boxesOf, COLUMNS, changed, inOrder, packed, stepDown, stepUp } from './boxes.ts'

const sizes = fc.record({
  x: fc.integer({ min: -3, max: 15 }),
  y: fc.integer({ min: -3, max: 30 }),
  w: fc.integer({ min: -1, max: 20 }),
  h: fc.integer({ min: -1, max: 8 }),
})

const arrangements = fc
  .array(sizes, { minLength: 1, maxLength: 12 })
  .map((all) => boxesOf(all.map((sm, index) => ({ id: index + 1, layouts: { sm } }))))

function overlapping(boxes: readonly Box[]): readonly (readonly [Box, Box])[] {
  return boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h)
      .map((b) => [a, b] as const),
  )
}

function expectSound(boxes: readonly Box[], ids: readonly number[]): void {
  expect(overlapping(boxes)).toEqual([])
  expect(boxes.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids)
  for (const { x, y, w, h } of boxes) expect([x >= 0, x + w <= COLUMNS, y >= 0, w > 0, h > 0]).not.toContain(false)
  expect(packed(boxes)).toEqual(inOrder(boxes))
}

describe('the grid of a dashboard', () => {
  it('CONSOLE-41 no tile lies over another, none is lost, and nothing above one is left open, whatever is stored', () => {
    fc.assert(
      fc.property(arrangements, (boxes) =>
        expectSound(
          boxes,
          boxes.map(({ id }) => id).toSorted((a, b) => a - b),
        ),
      ),
    )
  })

  it('CONSOLE-41 stays so whatever is moved and sized', () => {
    fc.assert(
      fc.property(arrangements, fc.array(fc.tuple(fc.nat(12), sizes), { maxLength: 6 }), (start, changes) => {
        const ids = start.map(({ id }) => id).toSorted((a, b) => a - b)
        let boxes = start
        for (const [which, { x, y, w, h }] of changes) {
          boxes = changed(boxes, ids[which % ids.length] ?? 0, which % 2 === 0 ? { x, y } : { w, h })
          expectSound(boxes, ids)
        }
      }),
    )
  })

  it('CONSOLE-41 a tile that is moved onto another takes its place, and that one goes below', () => {
    const boxes = boxesOf([1, 2].map((id) => ({ id, layouts: { sm: { x: 0, y: id * 5 - 5, w: 6, h: 5 } } })))
    expect(inOrder(changed(boxes, 2, { y: 3 })).map(({ id }) => id)).toEqual([1, 2])
    expect(inOrder(changed(boxes, 2, { y: 2 })).map(({ id }) => id)).toEqual([2, 1])
  })

  it('CONSOLE-41 steps of the keyboard pass the neighbours above and below', () => {
    const boxes = boxesOf([1, 2, 3].map((id) => ({ id, layouts: { sm: { x: 0, y: id * 5, w: 12, h: id + 2 } } })))
    const order = (some: readonly Box[]) => inOrder(some).map(({ id }) => id)
    expect(order(boxes)).toEqual([1, 2, 3])
    expect(order(stepDown(boxes, 1))).toEqual([2, 1, 3])
    expect(order(stepDown(stepDown(boxes, 1), 1))).toEqual([2, 3, 1])
    expect(order(stepUp(boxes, 3))).toEqual([1, 3, 2])
    expect(order(stepUp(boxes, 1))).toEqual([1, 2, 3])
  })

  it('CONSOLE-300 puts tiles without a stored place into the next free position, two beside each other', () => {
    const boxes = boxesOf([1, 2, 3].map((id) => ({ id, layouts: {} })))
    expect(boxes).toEqual([
      { id: 1, x: 0, y: 0, w: 6, h: 5 },
      { id: 2, x: 6, y: 0, w: 6, h: 5 },
      { id: 3, x: 0, y: 5, w: 6, h: 5 },
    ])
  })

  it('CONSOLE-300 leaves stored places as they are, and fills the shorter column first', () => {
    const boxes = boxesOf([
      { id: 1, layouts: {} },
      { id: 2, layouts: { sm: { x: '6', y: 0, w: 6, h: 4 } } },
      { id: 3, layouts: null },
      { id: 4, layouts: { sm: { w: 12, h: 3 } } },
    ])
    expect(boxes.find(({ id }) => id === 2)).toEqual({ id: 2, x: 6, y: 0, w: 6, h: 4 })
    expect(boxes.find(({ id }) => id === 1)).toEqual({ id: 1, x: 0, y: 0, w: 6, h: 5 })
    expect(boxes.find(({ id }) => id === 3)).toEqual({ id: 3, x: 6, y: 4, w: 6, h: 5 })
    expect(boxes.find(({ id }) => id === 4)).toEqual({ id: 4, x: 0, y: 9, w: 12, h: 3 })
  })

  it('CONSOLE-300 leaves no gap and no overlap, whatever is stored of some tiles', () => {
    const some = fc.array(fc.option(sizes, { nil: undefined }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(some, (all) => {
        const tiles = all.map((sm, index) => ({ id: index + 1, layouts: sm === undefined ? {} : { sm } }))
        expectSound(
          boxesOf(tiles),
          tiles.map(({ id }) => id),
        )
      }),
    )
  })

  it('CONSOLE-301 gives a tile no more rows than its content needs, and moves the ones below it up', () => {
    const layouts = (y: number, h: number) => ({ sm: { x: 0, y, w: 6, h } })
    const tiles = [
      { id: 1, layouts: layouts(0, 5) },
      { id: 2, layouts: layouts(5, 3) },
      { id: 3, layouts: {} },
    ]
    const rows = new Map([
      [1, 2],
      [2, 8],
      [3, 7],
    ])
    expect(boxesOf(tiles, rows)).toEqual([
      { id: 1, x: 0, y: 0, w: 6, h: 2 },
      { id: 2, x: 0, y: 2, w: 6, h: 3 },
      { id: 3, x: 6, y: 0, w: 6, h: 7 },
    ])
  })
})
