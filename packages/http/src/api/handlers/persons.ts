import { deletePerson, listPersons, retrievePerson, setPersonProperties } from '@flagdeck/core/operations'
import { MANY_ITEMS } from '../../rest/pages/read-page.ts'
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/persons.ts'
import { personBody, personQuery } from '../wire/persons.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const personRoutes = [
  inProject(endpoints.listPersons, (project, input) =>
    answerPage(input, (page) => listPersons(project, personQuery(input.query), page), personBody, MANY_ITEMS),
  ),
  inProject(endpoints.retrievePerson, async (project, { params }) =>
    personBody(await retrievePerson(project, params.distinct_id)),
  ),
  inProject(endpoints.updatePerson, async (project, { params, body }) =>
    personBody(await setPersonProperties(project, params.distinct_id, body)),
  ),
  inProject(endpoints.destroyPerson, async (project, { params }) => {
    await deletePerson(project, params.distinct_id)
    return replyRaw(null)
  }),
]
