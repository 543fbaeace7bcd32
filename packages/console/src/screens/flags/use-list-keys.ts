import { useShortcuts } from '../../parts/keyboard.ts'
import { go, href } from '../../route.ts'
import { listKeys } from '../../text/commands.ts'

/** Moves through the list from the keyboard. The row with the focus is the one that is meant; Enter opens its link. */
export function useListKeys(): void {
  useShortcuts([
    { keys: 'j', label: listKeys.next, run: () => step(1) },
    { keys: 'k', label: listKeys.previous, run: () => step(-1) },
    {
      keys: 'x',
      label: listKeys.select,
      run: () => focusedRow()?.querySelector<HTMLElement>('.select input')?.click(),
    },
    { keys: 'e', label: listKeys.edit, run: edit },
    { keys: 'c', label: listKeys.create, run: () => go(href('flags', 'new')) },
  ])
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('tr[data-flag]') ?? null
}

function step(by: number): void {
  const focused = focusedRow()
  focusRow(focused ? rows().indexOf(focused) + by : 0)
}

/** Focuses the row in a place, or the one that is nearest to it. */
function focusRow(at: number): void {
  const all = rows()
  const row = all[Math.min(Math.max(at, 0), all.length - 1)]
  row?.querySelector<HTMLElement>('.key a')?.focus()
}

function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('tr[data-flag]')]
}

/** By then a dialog has gone, and given back the focus where it could. */
const CLOSED_MS = 200

/** What had the focus went away with its row or its selection: what is in its place gets it. */
export function keepFocusNear(at: number): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    if (rows().length > 0) focusRow(at)
    else document.getElementById('content')?.focus()
  }, CLOSED_MS)
}

function edit(): void {
  const row = focusedRow()
  // Without a box to select it there is nothing of it that may be changed.
  if (row?.dataset.flag && row.querySelector('.select input')) go(href('flags', row.dataset.flag, 'edit'))
}
