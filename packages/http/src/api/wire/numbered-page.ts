import type { WrittenPage } from '../../rest/pages/read-page.ts'
import type { WrittenItems } from '../../rest/pages/written-items.ts'

/** A page number, starting at 1, and the number of entries per page. */
export interface PageNumber {
  readonly page: number
  readonly limit: number
}

/** A page by number, whose entries are already JSON. */
export interface NumberedPage extends PageNumber {
  readonly count: number
  readonly items: WrittenItems
}

/**
 * The requested page. Numbering requires pages of equal size. Therefore a page that was cut short (PAGE-5) is reduced
 * to a size that divides the number of entries before it.
 */
export function numberedPage({ count, items, limit }: WrittenPage, asked: PageNumber): NumberedPage {
  if (limit >= asked.limit) return { count, items, ...asked }
  const before = (asked.page - 1) * asked.limit
  let size = items.length
  while (before % size !== 0) size -= 1
  return { count, items: items.slice(0, size), page: before / size + 1, limit: size }
}

/** Links to the previous and next page, by number and size. */
export function neighbourLinks({ count, page, limit }: NumberedPage, link: (asked: PageNumber) => string) {
  return {
    next: page * limit < count ? link({ page: page + 1, limit }) : null,
    previous: page > 1 ? link({ page: page - 1, limit }) : null,
  }
}
