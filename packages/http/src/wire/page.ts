import type { Page, PageRequest } from '@flagdeck/core'
import { z } from 'zod'

/** The query parameters that every list takes; what is not usable falls back instead of failing (PAGE-2). */
export const pageQuery = { limit: integerText(), offset: integerText() }

/** Read as text, because what is not a number is not refused; documented as the integer it should be. */
function integerText() {
  return z.string().meta({ type: 'integer' }).optional()
}

/** The envelope of every list (service.md, "Paginated list envelope"). */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.int(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(item),
  })
}

/** Makes an absolute link to the list that was asked for, with these parameters. */
export type Link = (parameters: URLSearchParams) => string

/** A page that was asked for: which part, with which parameters, and how to link to another part. */
export interface AskedPage {
  readonly page: PageRequest
  readonly parameters: URLSearchParams
  readonly link: Link
}

/** One page with absolute links to its neighbours, which keep the request's other parameters, sorted by name. */
export function pageBody<Item, Body>({ count, items }: Page<Item>, asked: AskedPage, body: (item: Item) => Body) {
  const { limit, offset } = asked.page
  return {
    count,
    next: offset + limit < count ? pageLink(asked, offset + limit) : null,
    previous: offset > 0 ? pageLink(asked, Math.max(0, offset - limit)) : null,
    results: items.map(body),
  }
}

function pageLink({ page, parameters, link }: AskedPage, offset: number): string {
  const linked = new URLSearchParams(parameters)
  linked.set('limit', String(page.limit))
  linked.delete('offset')
  if (offset > 0) linked.set('offset', String(offset))
  linked.sort()
  return link(linked)
}
