import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** The control with the focus. A control that is disabled while it works loses it, but stays the one to return to. */
let lastFocused: Element | null = null
/** Where the focus went back to last. A dialog that follows another one directly returns it there, too. */
let lastReturn: Element | null = null

addEventListener('focusin', ({ target }) => {
  lastFocused = target instanceof Element ? target : null
  lastReturn = null
})
addEventListener('focusout', ({ target }) => {
  if (!(target instanceof Element && target.matches(':disabled'))) lastFocused = null
})

const isWithoutFocus = () => document.activeElement === null || document.activeElement === document.body

/** Shows a native dialog for as long as it is rendered. Afterwards the focus goes back where it was (CONSOLE-385). */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null)
  // A layout effect: Preact may run the cleanup of another effect after the effects of the dialog that follows.
  useLayoutEffect(() => {
    const current = isWithoutFocus() ? lastFocused : document.activeElement
    // The control of a dialog that was just removed is gone with it.
    const before = current?.isConnected ? current : lastReturn
    element.current?.showModal()
    return () => {
      lastReturn = before
      // Until the dialog has left the page, nothing below it can have the focus.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus()
      })
    }
  }, [])
  return element
}
