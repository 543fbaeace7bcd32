import { useEffect, useRef } from 'preact/hooks'
import type { Heading } from './use-heading.ts'

/**
 * Returns a function that moves the focus to the heading of a screen after navigation (CONSOLE-181). Otherwise the
 * focus would stay on a link that may be removed, and a screen reader would report nothing. On another tab of the same
 * page, the focus does not move.
 */
export function useHeadingFocus(): (heading: Heading, before: Heading | undefined) => void {
  /** Whether the user has acted since the navigation. A heading that appears later must not take the focus. */
  const hasActed = useRef(false)
  useEffect(() => {
    const stop = new AbortController()
    const listen = (type: string, value: boolean) => {
      const note = () => {
        hasActed.current = value
      }
      addEventListener(type, note, { signal: stop.signal })
    }
    listen('keydown', true)
    listen('pointerdown', true)
    listen('hashchange', false)
    return () => stop.abort()
  }, [])
  return ({ element, path }, before) => {
    if (before && before.path !== path && !hasActed.current) focusHeading(element)
  }
}

function focusHeading(heading: HTMLElement): void {
  const focused = document.activeElement
  // Some screens focus their first field.
  if (focused?.closest('#content') && focused.id !== 'content') return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
