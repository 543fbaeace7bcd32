import { type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'

export { pageOf }

/** {@link pageOf} for rows that are converted to results only after the page is cut. */
export function pageOfRows<Row, T>(ordered: readonly Row[], page: PageRequest, itemOf: (row: Row) => T): Page<T> {
  const { count, items } = pageOf(ordered, page)
  return { count, items: items.map(itemOf) }
}
