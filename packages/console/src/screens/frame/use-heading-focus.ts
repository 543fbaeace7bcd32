import { useEffect } from 'preact/hooks'
import { below } from '../../route.ts'

interface Shown {
  readonly element: HTMLElement
  readonly text: string
  /** The place that was open when the heading appeared. */
  readonly path: string
}

/**
 * Moves the focus to the heading of a screen after navigation (CONSOLE-181): without that it stays on a link that may be
 * gone, and a screen reader reports nothing. A tab of the same page keeps the focus where it is.
 */
export function useHeadingFocus(): void {
  useEffect(() => {
    const stop = new AbortController()
    let shown: Shown | undefined
    /** Whether the user has acted since the navigation: a heading that comes later must not take the focus. */
    let hasActed = false
    const listen = (type: string, value: boolean) =>
      addEventListener(
        type,
        () => {
          hasActed = value
        },
        { signal: stop.signal },
      )
    listen('keydown', true)
    listen('pointerdown', true)
    listen('hashchange', false)
    const note = () => {
      const element = document.querySelector<HTMLElement>('#content h1')
      const text = element?.textContent ?? ''
      if (element === null || (element === shown?.element && text === shown.text)) return
      const path = below.value.join('/')
      if (shown && shown.path !== path && !hasActed) focusHeading(element)
      shown = { element, text, path }
    }
    note()
    const watching = new MutationObserver(note)
    watching.observe(document.body, { subtree: true, childList: true, characterData: true })
    return () => {
      stop.abort()
      watching.disconnect()
    }
  }, [])
}

function focusHeading(heading: HTMLElement): void {
  const focused = document.activeElement
  // Some screens focus their first field.
  if (focused?.closest('#content') && focused.id !== 'content') return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
