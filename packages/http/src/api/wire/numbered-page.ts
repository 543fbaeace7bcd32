import type { WrittenPage } from '../../rest/pages/read-page.ts'
import type { WrittenItems } from '../../rest/pages/written-items.ts'

/** Which page by number to show, counted from 1, and how many entries each page has. */
export interface PageNumber {
  readonly page: number
  readonly limit: number
}

/** A page by number, its entries JSON already. */
export interface NumberedPage extends PageNumber {
  readonly count: number
  readonly items: WrittenItems
}

/**
 * The page that was asked for. Numbers only go on where all pages are of one size: one that was cut short (PAGE-5) has as
 * many entries as divide those before it.
 */
export function numberedPage({ count, items, limit }: WrittenPage, asked: PageNumber): NumberedPage {
  if (limit >= asked.limit) return { count, items, ...asked }
  const before = (asked.page - 1) * asked.limit
  let size = items.length
  while (before % size !== 0) size -= 1
  return { count, items: items.slice(0, size), page: before / size + 1, limit: size }
}

/** Links to the pages around one, by their number and size. */
export function neighbourLinks({ count, page, limit }: NumberedPage, link: (asked: PageNumber) => string) {
  return {
    next: page * limit < count ? link({ page: page + 1, limit }) : null,
    previous: page > 1 ? link({ page: page - 1, limit }) : null,
  }
}
