import { listEventDefinitions, listPropertyDefinitions, pageOf, pageRequest } from '@flagdeck/core/operations'
import { selfLink } from '../../rest/pages/link.ts'
import { readPage, SMALL_ITEMS } from '../../rest/pages/read-page.ts'
import { replyJson } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/taxonomy.ts'
import { eventDefinitionBody } from '../wire/event-definitions.ts'
import { type AskedPage, envelopeText, pageLink, pageLinks } from '../wire/page.ts'
import { propertyDefinitionBody, propertyDefinitionFilter } from '../wire/property-definitions.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const taxonomyRoutes = [
  inProject(endpoints.listEventDefinitions, async (project, input) => {
    const { query } = input
    const events = await listEventDefinitions(project, {
      search: query.search,
      names: query.names,
      excludedNames: query.excluded_properties,
      eventType: query.event_type,
      excludeStale: query.exclude_stale,
    })
    return answerPage(input, async (page) => pageOf(events, page), eventDefinitionBody, SMALL_ITEMS)
  }),
  inProject(endpoints.listPropertyDefinitions, async (project, { query, request, context }) => {
    const { items, idOf, next: place } = await listPropertyDefinitions(project, propertyDefinitionFilter(query))
    const page = pageRequest(query)
    const written = await readPage(
      page,
      async (part) => pageOf(items, part),
      (item) => propertyDefinitionBody(item, idOf),
      { ...SMALL_ITEMS, reservation: request.reservation },
    )
    const asked = { offset: page.offset, parameters: request.searchParams, link: selfLink(request, context.links) }
    const links = pageLinks(written, asked)
    const next = links.next ?? (place === null ? null : linkAfter(place, asked, written.limit))
    const fields = { count: written.count, count_is_capped: place !== null, next, previous: links.previous }
    return replyJson(envelopeText(fields, written.items))
  }),
]

/** The link to the properties of the records after a place. */
function linkAfter(place: string, asked: AskedPage, limit: number): string {
  const parameters = new URLSearchParams(asked.parameters)
  parameters.set('after', place)
  return pageLink({ ...asked, parameters }, limit, 0)
}
