import { signal } from '@preact/signals'
import { openProject, session } from '../../../session.ts'
import { addressOf, type ViewFilters, viewFilters } from './view-filters.ts'

/** Named filters. They are stored in this browser, for the signed-in user and one dashboard. */
export interface SavedFilters {
  readonly name: string
  readonly filters: ViewFilters
}

/** The maximum number of sets for a dashboard. Beyond it, the oldest set is removed. */
const MOST = 50

/** Increases with every change of the stored sets. Screens subscribe to it. */
const changes = signal(0)

const placeOf = (dashboard: number): string =>
  `flagdeck-filters:${session.value?.user.uuid}:${openProject().id}:${dashboard}`

/** Returns the saved filters of a dashboard, by name. */
export function savedFilters(dashboard: number): readonly SavedFilters[] {
  void changes.value // subscribes
  return [...read(dashboard)]
    .map(([name, address]) => ({ name, filters: viewFilters(new URLSearchParams(address)) }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** Stores filters under a name and replaces others with this name. Returns false if the browser cannot store them. */
export function saveFilters(dashboard: number, name: string, filters: ViewFilters): boolean {
  const others = read(dashboard).filter(([other]) => other !== name)
  return write(dashboard, [...others, [name, addressText(filters)] as const].slice(-MOST))
}

export function deleteFilters(dashboard: number, name: string): void {
  write(
    dashboard,
    read(dashboard).filter(([other]) => other !== name),
  )
}

function addressText(filters: ViewFilters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(addressOf(filters))) if (value !== null) query.set(name, value)
  return query.toString()
}

/** Names with their addresses, oldest first. An object would not keep this order for names that are numbers. */
type Sets = readonly (readonly [name: string, address: string])[]

function read(dashboard: number): Sets {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf(dashboard)) ?? '[]')
    return Array.isArray(stored) ? (stored as Sets) : [] // written by saveFilters()
  } catch {
    return []
  }
}

function write(dashboard: number, sets: Sets): boolean {
  try {
    localStorage.setItem(placeOf(dashboard), JSON.stringify(sets))
    changes.value += 1
    return true
  } catch {
    return false
  }
}
