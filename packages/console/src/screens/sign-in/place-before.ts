/** Not a draft of the user: the place is also in the address, which the next user in this tab can read anyway. */
const PLACE = 'flagdeck-place'

const SCREEN = /^#\/(?!sign-in|invitation)[a-z]/

/** Stores the place of the user while the browser is at a provider. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(PLACE, location.hash)
  } catch {
    // Without storage, the user returns to the default place.
  }
}

/** Returns the place of the user in this tab, once; undefined if it is not a screen. */
export function takePlace(): string | undefined {
  try {
    const kept = sessionStorage.getItem(PLACE)
    sessionStorage.removeItem(PLACE)
    return kept && SCREEN.test(kept) ? kept : undefined
  } catch {
    return undefined
  }
}
