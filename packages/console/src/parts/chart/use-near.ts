import type { RefObject } from 'preact'
import { flushSync } from 'preact/compat'
import { useEffect, useState } from 'preact/hooks'

/** The distance from the window, in pixels, at which an element is drawn: scrolling then shows no empty places. */
const MARGIN = 400

/** Whether an element has been near the window, or the page is printed. It stays true from then on. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: `${MARGIN}px`,
    })
    observer.observe(element.current)
    // The browser prints the page as it is when the listeners return.
    const drawNow = () => flushSync(() => setNear(true))
    addEventListener('beforeprint', drawNow)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', drawNow)
    }
  }, [isNear])
  return isNear
}
