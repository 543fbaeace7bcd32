/** What is kept of what was typed and not saved begins with this; each kind has more behind it. */
const DRAFT = 'flagdeck:'
/** Whose drafts they are. */
const OWNER = 'flagdeck-drafts-of'

/** Forgets what somebody else has typed in this tab and not saved: it is not for who is signed in now. */
export function forgetDraftsOfOthers(userUuid: string, storage: Storage = sessionStorage): void {
  try {
    if (storage.getItem(OWNER) === userUuid) return
    for (const key of Object.keys(storage)) if (key.startsWith(DRAFT)) storage.removeItem(key)
    storage.setItem(OWNER, userUuid)
  } catch {
    // A browser without storage has kept nothing.
  }
}
