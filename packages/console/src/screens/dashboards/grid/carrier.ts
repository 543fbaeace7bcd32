import { useRef, useState } from 'preact/hooks'
import { dashboards as text } from '../../../text/dashboards.ts'
import { type Box, changed, stepDown, stepUp } from './boxes.ts'
import type { Arrangement } from './use-arrangement.ts'

/** Moves and resizes tiles by mouse and by keyboard. */
export interface Carrier {
  /** The grabbed tile; null for none. */
  readonly held: number | null
  /** The message about the last step, for screen readers. */
  readonly said: string
  readonly pressKey: (id: number, event: KeyboardEvent) => void
  readonly press: (id: number, kind: 'move' | 'size', event: PointerEvent) => void
  /** Drops the grabbed tile at its current place. */
  readonly drop: () => void
}

/** The height of a row of the grid and the gap below it, in pixels. */
export const ROW = 56
export const GAP = 12
/** The parts of a row. Tiles as tall as their content end at a part of a row, so that little space in them is empty. */
export const PARTS = 4

export function useCarrier(arrangement: Arrangement): Carrier {
  const [held, setHeld] = useState<number | null>(null)
  const [said, say] = useState('')
  const dragging = useRef(false)
  const { boxes, show, keep, giveUp } = arrangement
  const end = (finish: () => void, sentence: string) => {
    finish()
    setHeld(null)
    say(sentence)
  }
  const drop = () => {
    if (held !== null && !dragging.current) end(keep, text.dropped(placeOf(boxes, held)))
  }
  const pressKey = (id: number, event: KeyboardEvent) => {
    // While the mouse holds it, followPointer() handles Escape.
    if (dragging.current) return
    if (held === null) {
      if (event.key !== ' ') return
      setHeld(id)
      say(text.held)
    } else if (event.key === ' ' || event.key === 'Enter') drop()
    else if (event.key === 'Escape') end(giveUp, text.putBack)
    else {
      const next = stepped(boxes, held, event)
      if (!next) return
      show(next)
      say(placeOf(next, held))
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const press = (id: number, kind: 'move' | 'size', event: PointerEvent) => {
    const grid = (event.currentTarget as HTMLElement).closest('.tiles')
    const start = boxes.find((box) => box.id === id)
    if (!start || !grid || event.button !== 0) return
    event.preventDefault()
    setHeld(id)
    dragging.current = true
    let latest = boxes
    followPointer(event, (x, y) => {
      const column = (grid.clientWidth + GAP) / 12
      const by = { columns: Math.round(x / column), rows: Math.round(y / (ROW + GAP)) }
      latest = changed(boxes, id, dragged(start, kind, by))
      show(latest)
    }).then((isDone) => {
      dragging.current = false
      setHeld(null)
      if (isDone) keepRef.current()
      else giveUp()
    })
  }
  // The arrangement changes between pointer down and pointer up.
  const keepRef = useRef(keep)
  keepRef.current = keep
  return { held, said, pressKey, press, drop }
}

function dragged(start: Box, kind: 'move' | 'size', { columns, rows }: { columns: number; rows: number }) {
  return kind === 'move' ? { x: start.x + columns, y: start.y + rows } : { w: start.w + columns, h: start.h + rows }
}

/** Calls back with the distance of the pointer until the button is released. Resolves to false if it was canceled. */
function followPointer(down: PointerEvent, moved: (x: number, y: number) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const { signal } = listening
    const end = (isDone: boolean) => {
      listening.abort()
      resolve(isDone)
    }
    addEventListener('pointermove', (event) => moved(event.clientX - down.clientX, event.clientY - down.clientY), {
      signal,
    })
    addEventListener('pointerup', () => end(true), { signal })
    addEventListener('pointercancel', () => end(false), { signal })
    addEventListener('keydown', (event) => event.key === 'Escape' && end(false), { signal })
  })
}

/** Arrow keys move a tile by a column or past a neighbour; with Shift they resize it by a column or a row. */
function stepped(boxes: readonly Box[], id: number, { key, shiftKey }: KeyboardEvent): readonly Box[] | undefined {
  const box = boxes.find((each) => each.id === id)
  if (!box) return undefined
  if (shiftKey) {
    const sizes = {
      ArrowRight: { w: box.w + 1 },
      ArrowLeft: { w: box.w - 1 },
      ArrowDown: { h: box.h + 1 },
      ArrowUp: { h: box.h - 1 },
    }
    const size = sizes[key as keyof typeof sizes]
    return size && changed(boxes, id, size)
  }
  if (key === 'ArrowDown') return stepDown(boxes, id)
  if (key === 'ArrowUp') return stepUp(boxes, id)
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return changed(boxes, id, { x: box.x + (key === 'ArrowLeft' ? -1 : 1) })
  return undefined
}

function placeOf(boxes: readonly Box[], id: number): string {
  const box = boxes.find((each) => each.id === id)
  return box ? text.placed(box.x + 1, Math.floor(box.y) + 1, box.w, Math.ceil(box.h)) : ''
}
