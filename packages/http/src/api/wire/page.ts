import * as z from 'zod'
import type { WrittenPage } from '../../rest/pages/read-page.ts'
import { listText, type WrittenItems } from '../../rest/pages/written-items.ts'
import type { BodyPart } from '../../rest/plain-response.ts'

/** The query parameters that every list takes; what is not usable falls back instead of failing (PAGE-2). */
export const pageQuery = { limit: integerText(), offset: integerText() }

/** Read as text, because core says what counts as true; documented as the switch it is. */
export function switchText() {
  return z.string().meta({ type: 'boolean' }).optional()
}

/** Read as text, because what is not a number is not refused; documented as the integer it should be. */
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

/** Makes an absolute link to the list that was asked for, with these parameters. */
export type Link = (parameters: URLSearchParams) => string

/** A page that was asked for: from where on, with which parameters, and how to link to another part. */
export interface AskedPage {
  readonly offset: number
  readonly parameters: URLSearchParams
  readonly link: Link
}

/** What the text of a page says. */
export interface PageOf<Body> {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Body[]
}

/** One page with absolute links to its neighbours, which keep the request's other parameters, sorted by name. */
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

/** The text of an envelope around `results` that are JSON already. */
export function envelopeText(
  fields: Readonly<Record<string, string | number | boolean | null>>,
  results: WrittenItems,
) {
  return listText(`${JSON.stringify(fields).slice(0, -1)},"results":[`, results, ']}')
}

/** The link to another part of the list that was asked for. */
export function pageLink({ parameters, link }: AskedPage, limit: number, offset: number): string {
  const linked = new URLSearchParams(parameters)
  linked.set('limit', String(limit))
  linked.delete('offset')
  // Links end up in logs and in other people's hands.
  linked.delete('personal_api_key')
  if (offset > 0) linked.set('offset', String(offset))
  linked.sort()
  return link(linked)
}
