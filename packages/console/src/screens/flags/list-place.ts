import type { ListQuery } from './listed-flag.ts'

/** The selections of flags. Each is a chip. */
export const SHOWN = ['all', 'on', 'off', 'stale', 'archived', 'deleted'] as const
export type Shown = (typeof SHOWN)[number]

export const KINDS = ['boolean', 'multivariant', 'remote_config'] as const
export type Kind = (typeof KINDS)[number]

export const SORTS = [
  '-created_at',
  '-updated_at',
  '-last_called_at',
  'key',
  '-key',
  'updated_at',
  'last_called_at',
  'created_at',
  '-active',
  'active',
  'owner',
  '-owner',
] as const
export type Sort = (typeof SORTS)[number]

/** The part of the list that the address selects. */
export interface ListPlace {
  readonly show: Shown
  readonly search: string
  readonly kind: Kind | null
  readonly tag: string | null
  /** Only flags that the signed-in user created or owns. */
  readonly mine: boolean
  readonly sort: Sort
  /** Starts at 1. */
  readonly page: number
}

export const PAGE_SIZE = 50

const MOST_PAGES = 1_000_000

/** Reads the address. Invalid values are ignored. */
export function listPlace(query: URLSearchParams): ListPlace {
  return {
    show: SHOWN.find((known) => known === query.get('show')) ?? 'all',
    search: query.get('search') ?? '',
    kind: KINDS.find((known) => known === query.get('kind')) ?? null,
    tag: query.get('tag') || null,
    mine: query.get('mine') === 'true',
    sort: SORTS.find((known) => known === query.get('sort')) ?? '-created_at',
    page: Math.min(Math.max(1, Math.trunc(Number(query.get('page'))) || 1), MOST_PAGES),
  }
}

/** Whether filters other than the chip apply to the list. */
export function isNarrowed({ search, kind, tag, mine }: ListPlace): boolean {
  return search !== '' || kind !== null || tag !== null || mine
}

const SHOWN_QUERY: Readonly<Record<Shown, ListQuery>> = {
  all: {},
  on: { active: 'true' },
  off: { active: 'false' },
  stale: { active: 'STALE' },
  archived: { archived: 'true' },
  deleted: { deleted: 'true' },
}

/** Returns the query of the API for the whole list, without a page. */
export function listFilters({ show, search, kind, tag, mine }: ListPlace): ListQuery {
  return {
    ...SHOWN_QUERY[show],
    ...(search && { search }),
    ...(kind && { type: kind }),
    ...(tag && { tags: JSON.stringify([tag]) }),
    ...(mine && { mine: 'true' }),
  }
}

/** Returns the query of the API for the page. */
export function listQuery(place: ListPlace): ListQuery {
  const offset = (place.page - 1) * PAGE_SIZE
  return {
    ...listFilters(place),
    order: place.sort,
    usage: '7d',
    limit: String(PAGE_SIZE),
    ...(offset > 0 && { offset: String(offset) }),
  }
}

/** Returns the query that only counts. */
export function countQuery(place: ListPlace): ListQuery {
  return { ...listFilters(place), limit: '1' }
}
