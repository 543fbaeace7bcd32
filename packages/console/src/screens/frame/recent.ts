import { openProject, session } from '../../session.ts'
import type { Heading } from './use-heading.ts'

/** A flag, dashboard, cohort, user or group whose page was opened. */
export interface RecentPlace {
  /** The first part of the path: `flags`, `people`. */
  readonly screen: string
  /** The path below the project, without tabs: `flags/7`. */
  readonly path: string
  readonly label: string
}

const MOST_RECENT = 8

/**
 * Returns the name of the storage entry. It contains the user, so that users of the same browser have separate entries.
 */
const entryName = (): string => `flagdeck-recent-${session.value?.user.uuid}-${openProject().id}`

/** Returns the recent pages in this browser, newest first. */
export function recentPlaces(): readonly RecentPlace[] {
  try {
    return JSON.parse(localStorage.getItem(entryName()) ?? '[]') as readonly RecentPlace[] // written by noteRecent()
  } catch {
    return []
  }
}

/** Stores a page about a single record. */
export function noteRecent({ element, text, path }: Heading): void {
  const place = element.closest('.missing') ? undefined : placeOf(path)
  if (place === undefined || text === '') return
  const others = recentPlaces().filter((other) => other.path !== place.path)
  try {
    const places = [{ ...place, label: text }, ...others].slice(0, MOST_RECENT)
    localStorage.setItem(entryName(), JSON.stringify(places))
  } catch {
    // Without storage, there are no recent pages.
  }
}

/** Returns `flags/7` for all pages of flag 7; undefined for lists and forms. */
function placeOf(path: string): Omit<RecentPlace, 'label'> | undefined {
  const [screen = '', ...rest] = path.split('/')
  const isGroup = screen === 'people' && rest[0] === 'group'
  const id = rest.slice(0, isGroup ? 3 : 1).join('/')
  const isOne = isGroup ? rest.length >= 3 : screen === 'people' ? id !== '' : /^\d+$/.test(id)
  // The heading of an edit page names the edit, not the flag.
  return isOne && rest[1] !== 'edit' && screen !== 'settings' ? { screen, path: `${screen}/${id}` } : undefined
}
