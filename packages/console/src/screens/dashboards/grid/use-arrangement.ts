import { useEffect, useMemo, useState } from 'preact/hooks'
import { problemOf } from '../../../api/api-problem.ts'
import { tell } from '../../../parts/toasts.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import type { Dashboard, Tile } from '../dashboard.ts'
import { changeDashboard } from '../dashboard-actions.ts'
import { type Box, boxesOf, type ContentRows, hasPlace, STANDARD, storedHeight } from './boxes.ts'

export interface Arrangement {
  readonly boxes: readonly Box[]
  /** Shows an arrangement without saving it. */
  readonly show: (boxes: readonly Box[]) => void
  /** Saves the shown arrangement. */
  readonly keep: () => void
  /** Returns to the saved arrangement. */
  readonly giveUp: () => void
}

/** Returns the places of the tiles of a dashboard: as stored, or as moved and not saved yet. */
export function useArrangement(dashboard: Dashboard, rows: ContentRows): Arrangement {
  const places = JSON.stringify(dashboard.tiles.map(({ id, layouts }) => [id, layouts.sm]))
  const stored = useMemo(() => boxesOf(dashboard.tiles, rows), [places, rows])
  const [shown, setShown] = useState<readonly Box[]>()
  // The saved arrangement was loaded again, or another user has changed it.
  useEffect(() => setShown(undefined), [places])
  const keep = () => {
    if (!shown) return
    if (shown.every((box) => stored.some((other) => isSame(box, other)))) return setShown(undefined)
    save(dashboard, stored, shown).catch((error: unknown) => {
      setShown(undefined)
      tell(problemOf(error).message)
    })
  }
  return { boxes: shown ?? stored, show: setShown, keep, giveUp: () => setShown(undefined) }
}

function isSame(one: Box, other: Box): boolean {
  return (['id', 'x', 'y', 'w', 'h'] as const).every((name) => one[name] === other[name])
}

/**
 * Stores the boxes that differ. Tiles without a stored place get one too, because their position depends on the others.
 */
async function save(dashboard: Dashboard, stored: readonly Box[], shown: readonly Box[]): Promise<void> {
  const byId = new Map(dashboard.tiles.map((tile) => [tile.id, tile]))
  const moved = shown.filter((box) => {
    const tile = byId.get(box.id)
    return tile !== undefined && (!hasPlace(tile) || !stored.some((other) => isSame(box, other)))
  })
  const before = moved.map(({ id }) => ({ id, layouts: layoutsOf(dashboard, id) }))
  const tiles = moved.map((box) => {
    const { sm, ...others } = layoutsOf(dashboard, box.id)
    // Whole rows are stored. Rounded down, boxes in the same columns keep their order.
    const { x, y, w } = box
    const place = { x, y: Math.floor(y), w, h: Math.ceil(heightOf(box, stored, byId.get(box.id))) }
    return { id: box.id, layouts: { ...others, sm: { ...(sm as object | undefined), ...place } } }
  })
  await changeDashboard(dashboard.id, { tiles })
  tell(text.arranged, () => changeDashboard(dashboard.id, { tiles: before }))
}

/** A height that the user has not changed stays as stored, so that content can grow into it again. */
function heightOf({ id, h }: Box, stored: readonly Box[], tile: Tile | undefined): number {
  const isResized = stored.find((box) => box.id === id)?.h !== h
  if (isResized || tile === undefined) return h
  return storedHeight(tile) ?? Math.max(h, STANDARD.h)
}

function layoutsOf({ tiles }: Dashboard, id: number) {
  return tiles.find((tile) => tile.id === id)?.layouts ?? {}
}
