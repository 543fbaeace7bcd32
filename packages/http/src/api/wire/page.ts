import * as z from 'zod'
import type { WrittenPage } from '../../rest/pages/read-page.ts'
import { listText, type WrittenItems } from '../../rest/pages/written-items.ts'
import type { BodyPart } from '../../rest/plain-response.ts'

/**
 * The query parameters that every list takes. Invalid values are replaced by defaults instead of being refused
 * (PAGE-2).
 */
export const pageQuery = { limit: integerText(), offset: integerText() }

/** Parsed as text, because core decides what counts as true; documented as a boolean. */
export function switchText() {
  return z.string().meta({ type: 'boolean' }).optional()
}

/** Parsed as text, because invalid numbers are not refused; documented as an integer. */
function integerText() {
  return z.string().meta({ type: 'integer' }).optional()
}

/** The envelope of every list (HTTP-61). */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    count: z.int(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(item),
  })
}

/** Returns an absolute link to the requested list, with these parameters. */
export type Link = (parameters: URLSearchParams) => string

/** The requested page: its offset, its parameters, and a function that links to other pages. */
export interface AskedPage {
  readonly offset: number
  readonly parameters: URLSearchParams
  readonly link: Link
}

/** The content of a page. */
export interface PageOf<Body> {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Body[]
}

/** One page with absolute links to its neighbours. The links have the request's other parameters, sorted by name. */
export function pageText(page: WrittenPage, asked: AskedPage): string | readonly BodyPart[] {
  return envelopeText({ count: page.count, ...pageLinks(page, asked) }, page.items)
}

/** The links to the neighbours of a page. */
export function pageLinks({ count, limit }: WrittenPage, asked: AskedPage) {
  const { offset } = asked
  return {
    next: offset + limit < count ? pageLink(asked, limit, offset + limit) : null,
    previous: offset > 0 ? pageLink(asked, limit, Math.max(0, offset - limit)) : null,
  }
}

/** The text of an envelope around `results` that are already JSON. */
export function envelopeText(
  fields: Readonly<Record<string, string | number | boolean | null>>,
  results: WrittenItems,
) {
  return listText(`${JSON.stringify(fields).slice(0, -1)},"results":[`, results, ']}')
}

/** The link to another part of the requested list. */
export function pageLink({ parameters, link }: AskedPage, limit: number, offset: number): string {
  const linked = new URLSearchParams(parameters)
  linked.set('limit', String(limit))
  linked.delete('offset')
  // Links end up in logs, and users share them.
  linked.delete('personal_api_key')
  if (offset > 0) linked.set('offset', String(offset))
  linked.sort()
  return link(linked)
}
