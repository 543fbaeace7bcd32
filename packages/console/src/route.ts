import { computed, signal } from '@preact/signals'

/** A place in the console: the part of the address after `#/`. */
export interface Place {
  /** Decoded parts of the path. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

const hash = signal(location.hash)

addEventListener('hashchange', () => {
  hash.value = location.hash
})

export const place = computed((): Place => {
  const [path = '', query = ''] = hash.value.replace(/^#\/?/, '').split('?', 2)
  return { parts: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
})

/** The project whose screens are shown; null if the address names none. */
export const projectInPlace = computed(() => {
  const { parts } = place.value
  return parts[0] === 'project' ? Number(parts[1]) : null
})

/** The parts of the path below the project. */
export const below = computed(() => place.value.parts.slice(2))

/**
 * Returns the address of a place in the open project.
 * @example href('flags', flag.id, 'edit')
 */
export function href(...parts: readonly (string | number)[]): string {
  return ['#/project', projectInPlace.value ?? '', ...parts.map((part) => encodeURIComponent(part))].join('/')
}

/** Returns the address of the form for a new flag, which may already have a target cohort or a key. */
export function newFlagHref({ cohort, key }: { readonly cohort?: number | undefined; readonly key?: string }): string {
  if (cohort !== undefined) return `${href('flags', 'new')}?cohort=${cohort}`
  return key ? `${href('flags', 'new')}?key=${encodeURIComponent(key)}` : href('flags', 'new')
}

export function go(address: string): void {
  location.hash = address
}

/** Replaces the open place, so that the browser's Back skips it. */
export function goInstead(address: string): void {
  location.replace(address)
}

/** Sets values in the query of the place without a new history entry. A list repeats the name; null removes it. */
export function setQuery(values: Readonly<Record<string, string | readonly string[] | null>>): void {
  const query = new URLSearchParams(place.value.query)
  for (const [name, value] of Object.entries(values)) {
    query.delete(name)
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) if (each !== '') query.append(name, each)
  }
  const [path] = hash.value.split('?', 1)
  const address = query.size === 0 ? `${path}` : `${path}?${query}`
  history.replaceState(null, '', address)
  hash.value = address
}

/** Whether a part of the path can be the id of a flag, a dashboard or a cohort. */
export function isNumber(part: string): boolean {
  return /^\d{1,15}$/.test(part)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
