import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * The control that last had the focus. A control that is disabled while it works loses the focus, but is the one to
 * return to.
 */
let lastFocused: Element | null = null
/** The last element that the focus returned to. A dialog that directly follows another one returns it there, too. */
let lastReturn: Element | null = null

addEventListener('focusin', ({ target }) => {
  lastFocused = target instanceof Element ? target : null
  lastReturn = null
})
addEventListener('focusout', ({ target }) => {
  if (!(target instanceof Element && target.matches(':disabled'))) lastFocused = null
})

const isWithoutFocus = () => document.activeElement === null || document.activeElement === document.body

/** Opens a native dialog while it is rendered. Afterwards the focus returns to where it was (CONSOLE-385). */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const element = useRef<HTMLDialogElement>(null)
  // A layout effect: Preact may run the cleanup of another effect after the effects of the dialog that follows.
  useLayoutEffect(() => {
    const current = isWithoutFocus() ? lastFocused : document.activeElement
    // The control of a dialog that was just removed is not in the document any more.
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
