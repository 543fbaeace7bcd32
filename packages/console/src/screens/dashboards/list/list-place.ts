/** The part of the list that the address selects. */
export interface ListPlace {
  readonly search: string
  readonly tag: string | null
  readonly deleted: boolean
  /** Starts at 1. */
  readonly page: number
}

export const PAGE_SIZE = 50

const MOST_PAGES = 1_000_000

/** Reads the address. Invalid values are ignored. */
export function listPlace(query: URLSearchParams): ListPlace {
  return {
    search: query.get('search') ?? '',
    tag: query.get('tag') || null,
    deleted: query.get('show') === 'deleted',
    page: Math.min(Math.max(1, Math.trunc(Number(query.get('page'))) || 1), MOST_PAGES),
  }
}

/** Returns the query of the API for the page. */
export function listQuery({ search, tag, deleted, page }: ListPlace) {
  const offset = (page - 1) * PAGE_SIZE
  return {
    limit: String(PAGE_SIZE),
    ...(offset > 0 && { offset: String(offset) }),
    ...(search && { search }),
    ...(tag && { tags: [tag] }),
    ...(deleted && { deleted: 'true' }),
  }
}
