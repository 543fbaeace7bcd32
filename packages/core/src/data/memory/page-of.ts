import type { Page, PageRequest } from '../../foundation/pagination/page.ts'

/** The part of an ordered list that was asked for. Past its end that is an empty part with the right count. */
export function pageOf<T>(ordered: readonly T[], { limit, offset }: PageRequest): Page<T> {
  return { count: ordered.length, items: ordered.slice(offset, offset + limit) }
}

/** The same, for rows that become what callers see only once the page is cut. */
export function pageOfRows<Row, T>(ordered: readonly Row[], page: PageRequest, itemOf: (row: Row) => T): Page<T> {
  const { count, items } = pageOf(ordered, page)
  return { count, items: items.map(itemOf) }
}
