import { useEffect, useState } from 'preact/hooks'

/** Windows in which the bar of the console is at the bottom. */
export const PHONE = '(max-width: 600px)'

/** Whether a media query matches, also after the window was resized. */
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
