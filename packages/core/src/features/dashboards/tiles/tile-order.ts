import type { Tile } from '../../../data/records/tile.ts'
import { isJsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'

/** The position of tiles without a layout: below all others, as clients of this API expect. */
const NOWHERE = 100

type Placed = Pick<Tile, 'id' | 'layouts'>

/** Returns tiles from top to bottom, then from left to right, as wide screens show them; ties are ordered by id. */
export function inLayoutOrder<T extends Placed>(tiles: readonly T[]): T[] {
  return tiles.toSorted(
    (a, b) => coordinate(a, 'y') - coordinate(b, 'y') || coordinate(a, 'x') - coordinate(b, 'x') || a.id - b.id,
  )
}

function coordinate({ layouts }: Placed, axis: 'x' | 'y'): number {
  const box = layouts.sm
  return (isJsonObject(box) ? gridNumber(box[axis]) : undefined) ?? NOWHERE
}

/** Returns a number of grid units; clients have also stored such numbers as text. */
export function gridNumber(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
