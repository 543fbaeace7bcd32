import { refuseLongSearch } from '../../../foundation/validation/list-filters.ts'

/** Which names to list. */
export interface NameFilter {
  /** Terms separated by spaces. A name must contain all of them, case-insensitive. */
  readonly search?: string | undefined
  /** Only these names; missing or empty for all. */
  readonly names?: readonly string[] | undefined
  readonly excludedNames?: readonly string[] | undefined
}

/** Returns a function that reports whether a name matches the filter. */
export function nameMatcher({ search = '', names = [], excludedNames = [] }: NameFilter): (name: string) => boolean {
  refuseLongSearch(search, 'dashboards')
  const terms = search.toLowerCase().split(/\s+/)
  // Bound: dies with the request, as does the other
  const [included, excluded] = [new Set(names), new Set(excludedNames)]
  return (name) => {
    if (excluded.has(name) || (included.size > 0 && !included.has(name))) return false
    const folded = name.toLowerCase()
    return terms.every((term) => folded.includes(term))
  }
}
