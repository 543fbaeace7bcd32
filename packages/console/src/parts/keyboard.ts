import { effect, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** A key, or two consecutive keys with a space between them, and their action. */
export interface Shortcut {
  readonly keys: string
  readonly label: string
  readonly run: () => void
}

const KEPT_AS = 'flagdeck-letters'

/** Whether single-key shortcuts are enabled. Speech input and slips can trigger them, so users can disable them. */
export const lettersOn = signal(localStorage.getItem(KEPT_AS) !== 'off')

effect(() => {
  localStorage.setItem(KEPT_AS, lettersOn.value ? 'on' : 'off')
})

/** The shortcuts of the visible components, oldest first. The newest one takes precedence. */
export const shortcuts = signal<readonly Shortcut[]>([])

/** Offers shortcuts while the component is rendered. Their keys and labels must not change. */
export function useShortcuts(offered: readonly Shortcut[]): void {
  const latest = useRef(offered)
  latest.current = offered
  useEffect(() => {
    const mine = offered.map(({ keys, label }, at) => ({ keys, label, run: () => latest.current[at]?.run() }))
    shortcuts.value = [...shortcuts.value, ...mine]
    return () => {
      shortcuts.value = shortcuts.value.filter((shortcut) => !mine.includes(shortcut))
    }
  }, [])
}

/** The maximum time between the two keys of a pair. */
const PAIR_MS = 1500

/**
 * Listens for keys until the returned function is called.
 * @param isOpening whether an element that receives the typed text is about to open
 */
export function listenForKeys(isOpening: () => boolean): () => void {
  let first = ''
  let firstAt = 0
  const press = (event: KeyboardEvent) => {
    if (!lettersOn.value || event.key.length !== 1 || isOpening() || isTaken(event)) return
    const pair = event.timeStamp - firstAt < PAIR_MS ? `${first} ${event.key}` : ''
    const found = newest(pair) ?? newest(event.key)
    first = found ? '' : event.key
    firstAt = event.timeStamp
    if (!found) return
    event.preventDefault()
    found.run()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

function newest(keys: string): Shortcut | undefined {
  return keys === '' ? undefined : shortcuts.value.findLast((shortcut) => shortcut.keys === keys)
}

/** Whether another receiver handles the key: a text field, the browser, or a dialog or popup over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (isTyping(event)) return true
  return document.querySelector('dialog[open], [popover]:popover-open') !== null
}

/** Whether the key is typed in a text field. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO))
}

const TYPED_INTO = 'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select'
