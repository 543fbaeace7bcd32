import type { Entry } from './entries.ts'

/** Some entries, newest first, and the link to older ones; null if there are none. */
export interface Part {
  readonly results: readonly Entry[]
  readonly next: string | null
}

/** Returns the newest entries that are not shown yet. */
export function freshOf(newest: Part | undefined, shown: Part | undefined): readonly Entry[] {
  const known = new Set(shown?.results.map(({ id }) => id))
  return (newest?.results ?? []).filter(({ id }) => !known.has(id))
}

/** Returns the shown entries with older ones that were loaded in the meantime. */
export function merged(now: Part | undefined, results: readonly Entry[], { next }: Part): Part {
  const known = new Set(results.map(({ id }) => id))
  return { results: [...(now?.results ?? []).filter(({ id }) => !known.has(id)), ...results], next }
}

/** A part of a search with fewer matches is not full: it ended at the maximum number of entries that a search reads. */
const FULL_SEARCH = 25

/**
 * Returns the new entries followed by the shown ones. If the newest part is full of new entries, others may be missing
 * in between. It is then shown alone, and older entries are loaded after it.
 */
export function together(newest: Part, fresh: readonly Entry[], shown: Part, isSearch: boolean): Part {
  const isFull = newest.next !== null && (!isSearch || newest.results.length > FULL_SEARCH)
  const isGapless = fresh.length < newest.results.length || !isFull
  return isGapless ? { results: [...fresh, ...shown.results], next: shown.next } : newest
}
