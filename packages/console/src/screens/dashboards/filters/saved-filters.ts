import { signal } from '@preact/signals'
import { openProject, session } from '../../../session.ts'
import { addressOf, type ViewFilters, viewFilters } from './view-filters.ts'

/** Filters with a name. They are stored in this browser, for the signed-in user and one dashboard. */
export interface SavedFilters {
  readonly name: string
  readonly filters: ViewFilters
}

/** The most sets that are stored for a dashboard: the oldest one makes room. */
const MOST = 50

/** Changes with every change of the stored sets, which screens subscribe to. */
const changes = signal(0)

const placeOf = (dashboard: number): string =>
  `flagdeck-filters:${session.value?.user.uuid}:${openProject().id}:${dashboard}`

/** The saved filters of a dashboard, by name. */
export function savedFilters(dashboard: number): readonly SavedFilters[] {
  if (changes.value < 0) return []
  return Object.entries(read(dashboard))
    .map(([name, address]) => ({ name, filters: viewFilters(new URLSearchParams(address)) }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** Stores filters under a name, in place of others of this name. Returns false when the browser stores nothing. */
export function saveFilters(dashboard: number, name: string, filters: ViewFilters): boolean {
  const { [name]: _, ...others } = read(dashboard)
  const kept = Object.entries(others).slice(1 - MOST)
  return write(dashboard, { ...Object.fromEntries(kept), [name]: addressText(filters) })
}

export function deleteFilters(dashboard: number, name: string): void {
  const { [name]: _, ...others } = read(dashboard)
  write(dashboard, others)
}

function addressText(filters: ViewFilters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(addressOf(filters))) if (value !== null) query.set(name, value)
  return query.toString()
}

function read(dashboard: number): Readonly<Record<string, string>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf(dashboard)) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, address]) => typeof address === 'string'))
  } catch {
    return {}
  }
}

function write(dashboard: number, sets: Readonly<Record<string, string>>): boolean {
  try {
    localStorage.setItem(placeOf(dashboard), JSON.stringify(sets))
    changes.value += 1
    return true
  } catch {
    return false
  }
}
