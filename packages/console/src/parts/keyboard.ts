import { effect, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** A key, or two one after the other with a space between them, and what they do. */
export interface Shortcut {
  readonly keys: string
  readonly label: string
  readonly run: () => void
}

const KEPT_AS = 'flagdeck-letters'

/** Whether single letters do anything. Who speaks to the computer, or slips, turns them off. */
export const lettersOn = signal(localStorage.getItem(KEPT_AS) !== 'off')

effect(() => {
  localStorage.setItem(KEPT_AS, lettersOn.value ? 'on' : 'off')
})

/** Those of what is on the screen, in the order in which they came: the latest wins. */
export const shortcuts = signal<readonly Shortcut[]>([])

/** Offers shortcuts for as long as the component is there. Their keys and labels stay the same. */
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

/** How long after its first key the second of a pair counts. */
const PAIR_MS = 1500

/**
 * Listens until what is answered is called.
 * @param isOpening whether something is about to open that what is typed belongs to
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

/** Whether a key is for somebody else: for text that is typed, for the browser, or for what is open over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  if (isTyping(event)) return true
  return document.querySelector('dialog[open], [popover]:popover-open') !== null
}

/** Whether a key goes to a field with text. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO))
}

const TYPED_INTO = 'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select'
