import { signal } from '@preact/signals'

/** Prefix of the drafts in the storage of the tab. The kind and the place of each draft follow. */
const PREFIX = 'flagdeck:'
/** Name of the entry with the user who typed the drafts. */
const OWNER = 'flagdeck-drafts-of'

/** Identifies an edit: a flag by its id, or a new flag, which may be for a cohort. */
export type EditId = number | 'new' | `new-for-${number}` | `new-key-${string}`

/** Returns the name under which the edit of a flag is stored until it is saved or discarded. */
export const editName = (projectId: number, id: EditId): string => `edit:${projectId}:${id}`

/** Names of all drafts of this tab. Pages and lists use them to mark unsaved changes. */
// Bound: is as large as the forms that the user has left with unsaved changes.
export const draftNames = signal<ReadonlySet<string>>(new Set(storedNames()))

/** Returns a draft that was not saved, after a reload, a lost session or an outage; undefined if there is none. */
export function readDraft<Draft>(name: string): Draft | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name)
    return text === null ? undefined : (JSON.parse(text) as Draft) // written by writeDraft() under the same name
  } catch {
    return undefined
  }
}

/** Stores a draft until the tab closes. */
export function writeDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(draft))
    if (!draftNames.value.has(name)) draftNames.value = new Set([...draftNames.value, name])
  } catch {
    // Without storage, or when it is full, a draft lasts as long as the page.
  }
}

/** Removes a draft that was saved or discarded. */
export function removeDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Without storage there is no draft.
  }
  if (draftNames.value.has(name)) draftNames.value = new Set([...draftNames.value].filter((other) => other !== name))
}

/** Removes the drafts of a different user who was signed in in this tab before. */
export function removeDraftsOfOthers(userUuid: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === userUuid) return
    for (const name of storedNames()) removeDraft(name)
    sessionStorage.setItem(OWNER, userUuid)
  } catch {
    // Without storage there is no draft.
  }
}

function storedNames(): readonly string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}
