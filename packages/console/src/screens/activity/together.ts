import type { Entry } from './entries.ts'

/** Some entries, the newest first, and the link to older ones; null: there are none. */
export interface Part {
  readonly results: readonly Entry[]
  readonly next: string | null
}

/** The newest entries that are not shown. */
export function freshOf(newest: Part | undefined, shown: Part | undefined): readonly Entry[] {
  const known = new Set(shown?.results.map(({ id }) => id))
  return (newest?.results ?? []).filter(({ id }) => !known.has(id))
}

/** The shown entries with older ones that were loaded meanwhile. */
export function merged(now: Part | undefined, results: readonly Entry[], { next }: Part): Part {
  const known = new Set(results.map(({ id }) => id))
  return { results: [...(now?.results ?? []).filter(({ id }) => !known.has(id)), ...results], next }
}

/** With fewer matches, a part of a search ended after the entries that one search reads, and not because it was full. */
const FULL_SEARCH = 25

/**
 * The new entries above those that are shown. If the newest part is full of new entries, others may be missing between:
 * then it is shown alone, and the rest follows below.
 */
export function together(newest: Part, fresh: readonly Entry[], shown: Part, isSearch: boolean): Part {
  const isFull = newest.next !== null && (!isSearch || newest.results.length > FULL_SEARCH)
  const isGapless = fresh.length < newest.results.length || !isFull
  return isGapless ? { results: [...fresh, ...shown.results], next: shown.next } : newest
}
