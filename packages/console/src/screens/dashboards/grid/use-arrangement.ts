import { useEffect, useMemo, useState } from 'preact/hooks'
import { problemOf } from '../../../api/api-problem.ts'
import { tell } from '../../../parts/toasts.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import type { Dashboard } from '../dashboard.ts'
import { changeDashboard } from '../dashboard-actions.ts'
import { type Box, boxesOf } from './boxes.ts'

export interface Arrangement {
  readonly boxes: readonly Box[]
  /** Shows an arrangement that nobody has kept yet. */
  readonly show: (boxes: readonly Box[]) => void
  /** Keeps what is shown. */
  readonly keep: () => void
  /** Goes back to what is kept. */
  readonly giveUp: () => void
}

/** Where the tiles of a dashboard are: as it is kept, or as it is being changed. */
export function useArrangement(dashboard: Dashboard): Arrangement {
  const places = JSON.stringify(dashboard.tiles.map(({ id, layouts }) => [id, layouts.sm]))
  const kept = useMemo(() => boxesOf(dashboard.tiles), [places])
  const [shown, setShown] = useState<readonly Box[]>()
  // What was kept has come back, or somebody else has changed it.
  useEffect(() => setShown(undefined), [places])
  const keep = () => {
    if (!shown) return
    const moved = shown.filter((box) => !kept.some((other) => isSame(box, other)))
    if (moved.length === 0) return setShown(undefined)
    save(dashboard, moved).catch((error: unknown) => {
      setShown(undefined)
      tell(problemOf(error).message)
    })
  }
  return { boxes: shown ?? kept, show: setShown, keep, giveUp: () => setShown(undefined) }
}

function isSame(one: Box, other: Box): boolean {
  return (['id', 'x', 'y', 'w', 'h'] as const).every((name) => one[name] === other[name])
}

async function save(dashboard: Dashboard, moved: readonly Box[]): Promise<void> {
  const before = moved.map(({ id }) => ({ id, layouts: layoutsOf(dashboard, id) }))
  const tiles = moved.map(({ id, ...box }) => {
    const { sm, ...others } = layoutsOf(dashboard, id)
    return { id, layouts: { ...others, sm: { ...(sm as object | undefined), ...box } } }
  })
  await changeDashboard(dashboard.id, { tiles })
  tell(text.arranged, () => changeDashboard(dashboard.id, { tiles: before }))
}

function layoutsOf({ tiles }: Dashboard, id: number) {
  return tiles.find((tile) => tile.id === id)?.layouts ?? {}
}
