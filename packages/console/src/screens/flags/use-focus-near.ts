import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ListedFlag } from './listed-flag.ts'
import { focusRow, rows } from './use-list-keys.ts'

/** After this time, a dialog has closed and returned the focus to its opener if that still exists. */
const CLOSED_MS = 200

/** Focuses the row at an index if the focus was lost with a row or a selection. */
export function focusNear(at: number): void {
  setTimeout(() => focusIfLost(at), CLOSED_MS)
}

/** Moves the focus to the neighbour when the row with the focus leaves the list (CONSOLE-261). */
export function useFocusNear(flags: readonly ListedFlag[]): void {
  const focused = useRef<number>(undefined)
  const previous = useRef(flags)
  useEffect(() => {
    const note = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-flag]') : null
      // A dialog or a menu about a row still belongs to the row.
      if (row) focused.current = Number(row.dataset.flag)
      else if (target instanceof Element && !target.closest('dialog, [popover], .toasts')) focused.current = undefined
    }
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', note)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', note)
    }
  }, [])
  useLayoutEffect(() => {
    const at = previous.current.findIndex(({ id }) => id === focused.current)
    previous.current = flags
    if (at >= 0 && !flags.some(({ id }) => id === focused.current)) focusIfLost(at)
  }, [flags])
}

function focusIfLost(at: number): void {
  if (document.activeElement !== document.body) return
  if (rows().length > 0) focusRow(at)
  else document.getElementById('content')?.focus()
}
