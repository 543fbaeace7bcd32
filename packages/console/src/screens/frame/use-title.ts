import { useEffect } from 'preact/hooks'

const PRODUCT = 'Flagdeck'

/**
 * Names the page after its heading and what that is in, the nearest first: "new-checkout · Flags · Example shop". A heading
 * may come, or be another one, at any time.
 */
export function useTitle(...around: readonly (string | undefined)[]): void {
  useEffect(() => {
    const name = () => {
      const heading = document.querySelector('#content h1')?.textContent.trim()
      document.title = [...new Set([heading, ...around])].filter(Boolean).join(' · ')
    }
    name()
    const watching = new MutationObserver(name)
    watching.observe(document.body, { subtree: true, childList: true, characterData: true })
    return () => {
      watching.disconnect()
      document.title = PRODUCT
    }
  }, around)
}
