import { go } from '../../route.ts'

const CONTROLS = 'a, button, input, label, select, [popover]'
const MIDDLE_BUTTON = 1

/**
 * Opens the flag of a row that was clicked outside of its controls. The middle button, Ctrl and Cmd open a new tab, as
 * on a link. A click that ends a text selection opens nothing.
 */
export function openRow(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.defaultPrevented) return
  if (event.button !== 0 && event.button !== MIDDLE_BUTTON) return
  if (event.target.closest(CONTROLS) || getSelection()?.type === 'Range') return
  const link = event.target.closest('tr[data-flag]')?.querySelector<HTMLAnchorElement>('.key a')
  if (!link) return
  if (event.button === MIDDLE_BUTTON || event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener')
  else if (!event.shiftKey && !event.altKey) go(link.hash)
}
