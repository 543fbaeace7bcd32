import { useShortcuts } from '../../parts/keyboard.ts'
import { go, href } from '../../route.ts'
import { listKeys } from '../../text/commands.ts'

/** Navigates the list with the keyboard. The shortcuts act on the row with the focus; Enter opens its link. */
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

/** Focuses the row at an index, or the nearest one. */
export function focusRow(at: number): void {
  const all = rows()
  const row = all[Math.min(Math.max(at, 0), all.length - 1)]
  row?.querySelector<HTMLElement>('.key a')?.focus()
}

export function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('tr[data-flag]')]
}

function edit(): void {
  const row = focusedRow()
  // A row without a checkbox cannot be edited.
  if (row?.dataset.flag && row.querySelector('.select input')) go(href('flags', row.dataset.flag, 'edit'))
}
