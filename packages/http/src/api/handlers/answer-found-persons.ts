import type { ProjectContext } from '@flagdeck/core'
import { type PersonFilter, pageRequest, readFoundPersons } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { selfLink } from '../../rest/pages/link.ts'
import { MAX_PAGE_LENGTH } from '../../rest/pages/read-page.ts'
import { ItemCollector, LARGE_ITEMS_AT_ONCE } from '../../rest/pages/written-items.ts'
import { type Reply, replyJson } from '../../rest/reply.ts'
import type { RequestContext } from '../access/request-context.ts'
import { envelopeText, pageLink } from '../wire/page.ts'
import { personBody } from '../wire/persons.ts'

interface FoundPersonsInput {
  readonly context: Pick<RequestContext, 'links'>
  readonly query: {
    readonly limit?: string | undefined
    readonly offset?: string | undefined
    readonly after?: string | undefined
  }
  readonly request: EndpointRequest
}

/** The content of such a page. */
interface PageOfFound {
  readonly count: number | null
  readonly next: string | null
  readonly previous: null
  readonly results: readonly ReturnType<typeof personBody>[]
}

/**
 * Reads persons until the page is full or the limit of reads is reached, and links to where the search continues
 * (PAGE-9).
 */
export async function answerFoundPersons(
  project: ProjectContext,
  filter: PersonFilter,
  { context, query, request }: FoundPersonsInput,
): Promise<Reply<PageOfFound>> {
  const { limit, offset } = pageRequest(query)
  const collector = new ItemCollector()
  const parts = readFoundPersons(project, filter, query.after)
  let skipsLeft = offset
  let place: string | null = null
  let isFull = false
  // A separate function: V8 can free the persons when it returns, before the loop waits for memory.
  const addPart = async () => {
    const part = (await parts.next()).value
    if (!part) return true
    for (const person of part.persons) {
      if (skipsLeft > 0) skipsLeft -= 1
      else isFull = collector.count >= limit || !collector.add([person], personBody, MAX_PAGE_LENGTH)
      if (isFull) return true
      place = person.distinctId
    }
    place = part.next
    return part.next === null
  }
  for (let isOver = false; !isOver; ) {
    isOver = await request.reservation.readItems(LARGE_ITEMS_AT_ONCE, addPart)
    await request.reservation.reserve(collector.heldBytes)
  }
  await parts.return()
  const next = place === null ? null : linkAfter(place, { limit, offset: skipsLeft, context, request })
  const isWhole = next === null && offset === 0 && !query.after
  return replyJson(envelopeText({ count: isWhole ? collector.count : null, next, previous: null }, collector.items))
}

interface Continuation extends Pick<FoundPersonsInput, 'context' | 'request'> {
  readonly limit: number
  /** The number of matching persons that are still to be skipped. */
  readonly offset: number
}

function linkAfter(place: string, { limit, offset, context, request }: Continuation): string {
  const parameters = new URLSearchParams(request.searchParams)
  parameters.set('after', place)
  return pageLink({ offset, parameters, link: selfLink(request, context.links) }, limit, offset)
}
