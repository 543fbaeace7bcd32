import { useEffect, useRef } from 'preact/hooks'
import { below } from '../../route.ts'

/** The heading of the screen, and the encoded path below the project when it appeared. */
export interface Heading {
  readonly element: HTMLElement
  readonly text: string
  readonly path: string
}

/** Calls `note` with each heading of the screen that appears or changes, and with the previous one. */
export function useHeading(note: (heading: Heading, before: Heading | undefined) => void): void {
  const latest = useRef(note)
  latest.current = note
  useEffect(() => {
    let shown: Heading | undefined
    const look = () => {
      const element = document.querySelector<HTMLElement>('#content h1')
      const text = element?.textContent.trim() ?? ''
      if (element === null || (element === shown?.element && text === shown.text)) return
      const before = shown
      shown = { element, text, path: below.value.map(encodeURIComponent).join('/') }
      latest.current(shown, before)
    }
    look()
    const watching = new MutationObserver(look)
    watching.observe(document.body, { subtree: true, childList: true, characterData: true })
    return () => watching.disconnect()
  }, [])
}
