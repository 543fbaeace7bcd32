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
  const rows = [...document.querySelectorAll<HTMLElement>('tr[data-flag]')]
  const focused = focusedRow()
  const at = focused ? rows.indexOf(focused) + by : 0
  const next = rows[Math.min(Math.max(at, 0), rows.length - 1)]
  next?.querySelector<HTMLElement>('.key a')?.focus()
}

function edit(): void {
  const row = focusedRow()
  // Without a box to select it there is nothing of it that may be changed.
  if (row?.dataset.flag && row.querySelector('.select input')) go(href('flags', row.dataset.flag, 'edit'))
}
