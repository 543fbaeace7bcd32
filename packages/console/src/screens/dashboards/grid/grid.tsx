import { useEffect, useRef, useState } from 'preact/hooks'
import { dashboards as text } from '../../../text/dashboards.ts'
import { canWrite, type Dashboard } from '../dashboard.ts'
import { type Box, inOrder } from './boxes.ts'
import { GAP, ROW, useCarrier } from './carrier.ts'
import './grid.css'
import { TileCard } from './tile-card.tsx'
import { useArrangement } from './use-arrangement.ts'

interface Props {
  readonly dashboard: Dashboard
  /** Told of what is held, so that nothing is asked for meanwhile. */
  readonly onHold: (isHeld: boolean) => void
}

/** The tiles of a dashboard where they belong; below 600 pixels one below the other. */
export function Grid({ dashboard, onHold }: Props) {
  const arrangement = useArrangement(dashboard)
  const carrier = useCarrier(arrangement)
  const order = useOrder(arrangement.boxes, carrier.held)
  useEffect(() => onHold(carrier.held !== null), [carrier.held])
  const byId = new Map(dashboard.tiles.map((tile) => [tile.id, tile]))
  const boxes = new Map(arrangement.boxes.map((box) => [box.id, box]))
  return (
    <>
      <p class="visually-hidden" role="status">
        {carrier.said}
      </p>
      <ul class="tiles" aria-label={text.tiles} style={{ '--tile-row': `${ROW}px`, '--tile-gap': `${GAP}px` }}>
        {order.map((id) => {
          const [tile, box] = [byId.get(id), boxes.get(id)]
          return (
            tile &&
            box && (
              <li key={id} class="tile card" style={areaOf(box)} data-held={carrier.held === id || undefined}>
                <TileCard
                  dashboard={dashboard}
                  tile={tile}
                  box={box}
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

function areaOf({ x, y, w, h }: Box) {
  return { '--area': `${y + 1} / ${x + 1} / span ${h} / span ${w}` }
}

/** The order of the tiles on the page: that of reading, but for as long as one is held, which must not lose the focus. */
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
