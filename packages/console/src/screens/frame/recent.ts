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

/** Users of the same browser do not see each other's. */
const entryName = (): string => `flagdeck-recent-${session.value?.user.uuid}-${openProject().id}`

/** The pages that were opened last in this browser, the latest first. */
export function recentPlaces(): readonly RecentPlace[] {
  try {
    return JSON.parse(localStorage.getItem(entryName()) ?? '[]') as readonly RecentPlace[] // written below
  } catch {
    return []
  }
}

/** Remembers a page that is about one thing. */
export function noteRecent({ element, text, path }: Heading): void {
  const place = element.closest('.missing') ? undefined : placeOf(path)
  if (place === undefined || text === '') return
  const others = recentPlaces().filter((other) => other.path !== place.path)
  try {
    const places = [{ ...place, label: text }, ...others].slice(0, MOST_RECENT)
    localStorage.setItem(entryName(), JSON.stringify(places))
  } catch {
    // Without storage nothing is recent.
  }
}

/** `flags/7` for all pages of the flag 7; undefined for lists and forms. */
function placeOf(path: string): Omit<RecentPlace, 'label'> | undefined {
  const [screen = '', ...rest] = path.split('/')
  const isGroup = screen === 'people' && rest[0] === 'group'
  const id = rest.slice(0, isGroup ? 3 : 1).join('/')
  const isOne = isGroup ? rest.length >= 3 : screen === 'people' ? id !== '' : /^\d+$/.test(id)
  // The page of an edit is named after the edit.
  return isOne && rest[1] !== 'edit' && screen !== 'settings' ? { screen, path: `${screen}/${id}` } : undefined
}
