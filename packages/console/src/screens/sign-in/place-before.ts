/** No draft: whoever signs in next finds the address as well where nobody has left the page. */
const PLACE = 'flagdeck-place'

const SCREEN = /^#\/(?!sign-in|invitation)[a-z]/

/** Keeps where the person is while the browser is at a provider. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(PLACE, location.hash)
  } catch {
    // A browser without storage begins where all begin.
  }
}

/** Where the person was in this tab, once; undefined where that is no screen. */
export function takePlace(): string | undefined {
  try {
    const kept = sessionStorage.getItem(PLACE)
    sessionStorage.removeItem(PLACE)
    return kept && SCREEN.test(kept) ? kept : undefined
  } catch {
    return undefined
  }
}
