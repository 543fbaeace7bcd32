import type { RefObject } from 'preact'
import { flushSync } from 'preact/compat'
import { useEffect, useState } from 'preact/hooks'

/** How far outside of the window something is drawn already, in pixels: scrolling then shows no empty places. */
const MARGIN = 400

/** Whether an element has come near the window, or the page is printed. It stays true from then on. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: `${MARGIN}px`,
    })
    observer.observe(element.current)
    // The browser takes the page as it is when the listeners return.
    const drawNow = () => flushSync(() => setNear(true))
    addEventListener('beforeprint', drawNow)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', drawNow)
    }
  }, [isNear])
  return isNear
}
