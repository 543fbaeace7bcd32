import { useEffect, useRef, useState } from 'preact/hooks'
import { dashboards as text } from '../../../text/dashboards.ts'
import { canWrite, type Dashboard } from '../dashboard.ts'
import { addedTile, isAdded } from './added-tile.ts'
import { type Box, inOrder } from './boxes.ts'
import { GAP, PARTS, ROW, useCarrier } from './carrier.ts'
import './grid.css'
import { TileCard } from './tile-card.tsx'
import { useArrangement } from './use-arrangement.ts'
import { useContentRows } from './use-content-rows.ts'

interface Props {
  readonly dashboard: Dashboard
  /** Notes about the numbers of a tile, by tile id. */
  readonly notes: ReadonlyMap<number, string>
  /** Called when a tile is grabbed or dropped. Nothing is loaded while a tile is held. */
  readonly onHold: (isHeld: boolean) => void
}

/** Shows the tiles of a dashboard in their places; in a narrow window, one below the other. */
export function Grid({ dashboard, notes, onHold }: Props) {
  const { rows, measure } = useContentRows()
  const arrangement = useArrangement(dashboard, rows)
  const carrier = useCarrier(arrangement)
  const order = useOrder(arrangement.boxes, carrier.held)
  useEffect(() => onHold(carrier.held !== null), [carrier.held])
  useShownAdded(dashboard, arrangement.boxes)
  const byId = new Map(dashboard.tiles.map((tile) => [tile.id, tile]))
  const boxes = new Map(arrangement.boxes.map((box) => [box.id, box]))
  return (
    <>
      <p class="visually-hidden" role="status">
        {carrier.said}
      </p>
      <ul
        class="tiles"
        aria-label={text.tiles}
        style={{ '--tile-part': `${(ROW + GAP) / PARTS}px`, '--tile-gap': `${GAP}px` }}
      >
        {order.map((id) => {
          const [tile, box] = [byId.get(id), boxes.get(id)]
          return (
            tile &&
            box && (
              <li
                key={id}
                class="tile card"
                style={areaOf(box)}
                data-tile={id}
                data-held={carrier.held === id || undefined}
                tabIndex={-1}
              >
                <TileCard
                  dashboard={dashboard}
                  tile={tile}
                  note={notes.get(id)}
                  measure={measure}
                  carrier={canWrite(dashboard) ? carrier : undefined}
                />
              </li>
            )
          )
        })}
      </ul>
    </>
  )
}

/** The grid lines divide rows into parts. */
function areaOf({ x, y, w, h }: Box) {
  return { '--area': `${y * PARTS + 1} / ${x + 1} / span ${h * PARTS} / span ${w}` }
}

/** Scrolls to a tile that the user has just added, and moves the focus to it (CONSOLE-300). */
function useShownAdded({ tiles }: Dashboard, boxes: readonly Box[]): void {
  const shown = useRef<number>(undefined)
  const added = addedTile.value
  const tile = added && tiles.find((each) => isAdded(each, added))
  useEffect(() => {
    const leave = () => {
      shown.current = undefined
    }
    for (const event of ACTIONS) addEventListener(event, leave, { passive: true })
    return () => {
      for (const event of ACTIONS) removeEventListener(event, leave)
    }
  }, [])
  // Its place changes while the heights of the tiles above it are measured. It stays in view until the user acts.
  useEffect(() => {
    if (tile) {
      addedTile.value = undefined
      shown.current = tile.id
    }
    if (shown.current === undefined) return
    const element = document.querySelector<HTMLElement>(`[data-tile="${shown.current}"]`)
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [tile?.id, boxes])
}

const ACTIONS = ['keydown', 'pointerdown', 'wheel']

/**
 * Returns the order of the tiles on the page. It is the reading order, except while a tile is held, because moving its
 * element would lose the focus.
 */
function useOrder(boxes: readonly Box[], held: number | null): readonly number[] {
  const order = inOrder(boxes).map(({ id }) => id)
  const last = useRef(order)
  const focused = useRef<number | null>(null)
  const [, draw] = useState(0)
  if (held !== null) focused.current = held
  useEffect(() => {
    if (held !== null) return
    last.current = order
    draw((turn) => turn + 1)
  }, [held, order.join()])
  useEffect(() => {
    if (held !== null || focused.current === null) return
    document.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)?.focus()
    focused.current = null
  })
  return held === null ? order : last.current
}
