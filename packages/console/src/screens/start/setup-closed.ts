import { signal } from '@preact/signals'
import { openProject, session } from '../../session.ts'

/** The reason why there is no checklist: the user has hidden it, or every step is done. */
export type SetupClosed = 'hidden' | 'done'

// Bound: is as large as the projects whose checklist was hidden or completed in this tab.
const changes = signal<ReadonlyMap<string, SetupClosed | null>>(new Map())

/**
 * Returns the name of the storage entry. It contains the user, so that users of the same browser have separate entries.
 */
const entryName = (): string => `flagdeck-setup-${session.value?.user.uuid}-${openProject().id}`

/** Returns whether the checklist of the open project is hidden or done for this user (CONSOLE-371). */
export function setupClosed(): SetupClosed | null {
  const name = entryName()
  const change = changes.value.get(name)
  return change === undefined ? storedIn(name) : change
}

/** Stores it in this browser; null shows the checklist again. */
export function closeSetup(closed: SetupClosed | null): void {
  const name = entryName()
  changes.value = new Map([...changes.value, [name, closed]])
  try {
    if (closed === null) localStorage.removeItem(name)
    else localStorage.setItem(name, closed)
  } catch {
    // Without storage, it applies until the next reload.
  }
}

function storedIn(name: string): SetupClosed | null {
  try {
    const stored = localStorage.getItem(name)
    return stored === 'hidden' || stored === 'done' ? stored : null
  } catch {
    return null
  }
}
