import type { RawAnswer } from './exchange.ts'

const NEXT_LINK = /<([^>]*)>\s*;\s*rel="?next"?/

/**
 * The query of the next part. Origin and path of the link are ignored: the client requests the same endpoint as for the
 * first part, even if a proxy has changed them.
 */
export function nextQuery({ data, headers }: RawAnswer, url: string): URLSearchParams | undefined {
  const link = nextOf(data) ?? NEXT_LINK.exec(headers.get('link') ?? '')?.[1]
  return link === undefined ? undefined : new URL(link, url).searchParams
}

function nextOf(data: unknown): string | undefined {
  const isPage = typeof data === 'object' && data !== null && 'next' in data
  return isPage && typeof data.next === 'string' ? data.next : undefined
}

/** The items of a part: the results of a page, or the list itself. */
export function itemsOf(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data
  const isPage = typeof data === 'object' && data !== null && 'results' in data
  return isPage && Array.isArray(data.results) ? data.results : []
}
