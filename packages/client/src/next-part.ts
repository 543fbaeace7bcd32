import type { RawAnswer } from './exchange.ts'

const NEXT_LINK = /<([^>]*)>\s*;\s*rel="?next"?/

/**
 * The query of the part that follows. Nothing else of the link counts: it goes to the same endpoint as the first part,
 * whatever a proxy or somebody else has made of origin and path.
 */
export function nextQuery({ data, headers }: RawAnswer, url: string): URLSearchParams | undefined {
  const link = nextOf(data) ?? NEXT_LINK.exec(headers.get('link') ?? '')?.[1]
  return link === undefined ? undefined : new URL(link, url).searchParams
}

function nextOf(data: unknown): string | undefined {
  const isPage = typeof data === 'object' && data !== null && 'next' in data
  return isPage && typeof data.next === 'string' ? data.next : undefined
}

/** What a part has: the results of a page, or the list itself. */
export function itemsOf(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data
  const isPage = typeof data === 'object' && data !== null && 'results' in data
  return isPage && Array.isArray(data.results) ? data.results : []
}
