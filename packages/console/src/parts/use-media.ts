import { useEffect, useState } from 'preact/hooks'

/** Windows with the navigation bar at the bottom. */
export const PHONE = '(max-width: 600px)'

/** Whether a media query matches. Updated when the window is resized. */
export function useMedia(query: string): boolean {
  const [isMatching, setMatching] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const follow = () => setMatching(list.matches)
    follow()
    list.addEventListener('change', follow)
    return () => list.removeEventListener('change', follow)
  }, [query])
  return isMatching
}
