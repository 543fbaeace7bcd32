import {
  deletePerson,
  listPersons,
  listPersonValues,
  removePersonProperties,
  retrievePerson,
  setPersonProperties,
  setPersonProperty,
} from '@flagdeck/core/operations'
import { selfLink } from '../../rest/pages/link.ts'
import { MANY_ITEMS } from '../../rest/pages/read-page.ts'
import { reply, replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/persons.ts'
import { personBody, personFilter, personQuery } from '../wire/persons.ts'
import { answerFoundPersons } from './answer-found-persons.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const personRoutes = [
  inProject(endpoints.listPersons, (project, input) => {
    const filter = personFilter(input.query)
    if (filter) return answerFoundPersons(project, filter, input)
    return answerPage(input, (page) => listPersons(project, personQuery(input.query), page), personBody, MANY_ITEMS)
  }),
  inProject(endpoints.listPersonValues, async (project, { query, request, context }) => {
    const { values, next } = await listPersonValues(project, query)
    if (next === null) return values
    const { key, value } = query
    const parameters = new URLSearchParams({ key, ...(value !== undefined && { value }), after: next })
    const link = selfLink(request, context.links)(parameters)
    return reply(values, { headers: { link: `<${link}>; rel="next"` } })
  }),
  inProject(endpoints.retrievePerson, async (project, { params }) =>
    personBody(await retrievePerson(project, params.distinct_id)),
  ),
  inProject(endpoints.updatePerson, async (project, { params, body }) =>
    personBody(await setPersonProperties(project, params.distinct_id, body)),
  ),
  inProject(endpoints.updatePersonProperty, async (project, { params, body }) =>
    personBody(await setPersonProperty(project, params.distinct_id, body)),
  ),
  inProject(endpoints.deletePersonProperty, async (project, { params, body }) =>
    personBody(await removePersonProperties(project, params.distinct_id, body)),
  ),
  inProject(endpoints.destroyPerson, async (project, { params }) => {
    await deletePerson(project, params.distinct_id)
    return replyRaw(null)
  }),
]
